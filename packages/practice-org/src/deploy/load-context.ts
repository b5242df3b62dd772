import { names } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { failure } from './messages.ts'
import type { Subject } from './messages.ts'
import type { DeployMessage } from './deploy-result.ts'
import type { Workspace } from '../store/workspace.ts'
import type { OrgState } from '../org-state.ts'
import { manifestType } from '../registry/manifest-type.ts'
import { keyOf } from '../store/component-record.ts'

/**
 * What the loading of one archive into a workspace shares. Loaders add to `messages` and
 * `workspace` and return nothing.
 */
export interface LoadContext {
  workspace: Workspace
  /** Undefined when everything in the source is wanted (seeds). */
  manifest: Manifest | undefined
  /** Reads a file relative to the package root. */
  read: (path: string) => Promise<Buffer>
  /** Path as messages name it, with the prefix of the archive. */
  fileName: (path: string) => string
  /** Keys of components that failed in a former round and are left out of this one. */
  excluded: ReadonlySet<string>
  messages: DeployMessage[]
  /** Keys of components that the destructive manifests name. */
  doomed: ReadonlySet<string>
  /** The org whose facts decide what is refused or changed; undefined for seeds, which are taken as they are. */
  org?: OrgState
  /** How a fault lets deletions go: `kept` is reported as done and not done, `refused` fails. */
  deletions?: 'kept' | 'refused' | undefined
}

/**
 * True when a component of the archive takes part: the manifest names it, or `*` of its type.
 * Folders are named under their contents' type, under their own as well.
 */
export function isWanted(context: LoadContext, type: string, fullName: string): boolean {
  if (context.excluded.has(keyOf(type, fullName))) return false
  if (!context.manifest) return true
  const inManifest = names(context.manifest, manifestType(type), fullName)
  return inManifest || (manifestType(type) !== type && names(context.manifest, type, fullName))
}

/** Adds a failure for a component. */
export function fail(context: LoadContext, subject: Subject, problem: string): void {
  context.messages.push(failure(subject, problem))
}
