import type { ArchiveEntry } from './archive.ts'
import type { ComponentIdentity } from './component.ts'
import type { ComponentChange } from './diff/component-changes.ts'

import { compareText } from './collation.ts'
import { componentKey } from './component.ts'
import { reduceComposite } from './composite.ts'
import { orderDeletions } from './deletion-order.ts'
import { isDeletedWithParent } from './deploy-rules.ts'
import { writeDestructiveManifest, writeManifest } from './manifest.ts'
import { componentOfPath, parentOf, pathsOfComponent } from './paths.ts'
import { XmlError } from './xml/errors.ts'

/**
 * Changes between what the org holds and head, and how to read head. Paths are below the
 * metadata directory.
 */
export interface DeltaInput {
  readonly changes: readonly ComponentChange[]
  /** `componentKey`s that must stay out of the archive. */
  readonly excluded: ReadonlySet<string>
  /** Contents at head of paths below the metadata directory, one for each in their order; null = absent. */
  readonly readHead: (
    paths: readonly string[],
  ) => AsyncIterable<Uint8Array | null> | Iterable<Uint8Array | null>
  /** Paths at head below a directory (ends with `/`): bundles travel whole. */
  readonly listHead: (directory: string) => readonly string[] | Promise<readonly string[]>
  readonly apiVersion: string
}

/**
 * What a deployment carries. The lists are known at once; contents are read while the archive
 * is written.
 */
export interface DeltaPlan {
  /** Manifests, then files sorted by path (`unpackaged/...`). Each iteration reads again; nothing is kept. */
  readonly entries: AsyncIterable<ArchiveEntry>
  /** What the manifest names. */
  readonly components: readonly ComponentIdentity[]
  readonly destructivePre: readonly ComponentIdentity[]
  readonly destructivePost: readonly ComponentIdentity[]
  /** Changes that no deployment can make: never in the archive. */
  readonly undeployable: readonly ComponentChange[]
  readonly isEmpty: boolean
}

/**
 * Plans the archive that brings changes to an org: changed components whole, composites
 * reduced to what changed in them, deletions in manifests of their own (`orderDeletions`).
 * Children of a deleted composite are not named: they go with it.
 */
export function planDelta(input: DeltaInput): DeltaPlan {
  const undeployable = input.changes.filter((change) => change.undeployableReason !== undefined)
  const wanted = input.changes.filter(
    (change) => change.undeployableReason === undefined && !input.excluded.has(componentKey(change.identity)),
  )
  const deleted = wanted.filter((change) => change.changeType === 'Deleted').map((change) => change.identity)
  const deletedKeys = new Set(deleted.map(componentKey))
  const named = deleted.filter((identity) => {
    const parent = parentOf(identity)
    return parent === null || !deletedKeys.has(componentKey(parent)) || !isDeletedWithParent(identity)
  })
  const additions = input.changes.filter((change) => change.changeType === 'Added')
  const isWanted = new Set(wanted)
  const added = additions.filter((change) => isWanted.has(change)).map(({ identity }) => identity)
  const heldBack = additions.filter((change) => !isWanted.has(change)).map(({ identity }) => identity)
  const deletions = orderDeletions(named, added, heldBack)
  const components = wanted
    .filter((change) => change.changeType !== 'Deleted')
    .map((change) => change.identity)
  const plan = { components, destructivePre: deletions.before, destructivePost: deletions.after }
  return {
    ...plan,
    undeployable,
    isEmpty: components.length === 0 && deletions.before.length === 0 && deletions.after.length === 0,
    entries: { [Symbol.asyncIterator]: () => writeEntries(input, plan) },
  }
}

type PlannedComponents = Pick<DeltaPlan, 'components' | 'destructivePre' | 'destructivePost'>

async function* writeEntries(input: DeltaInput, plan: PlannedComponents): AsyncGenerator<ArchiveEntry> {
  yield* manifests(input, plan)
  const files = await filesOf(input, plan.components)
  let at = 0
  for await (const content of input.readHead(files.map(([path]) => path))) {
    const [path, parts] = files[at] ?? ['', null]
    at += 1
    if (content === null) continue
    yield { path, content: parts === null ? content : reduced(path, content, parts) }
  }
}

/** What cannot be read (committed conflict markers) counts as one piece: it goes as it is, and the org refuses it by name. */
function reduced(path: string, content: Uint8Array, parts: WantedParts): Uint8Array {
  try {
    return reduceComposite({ path, content, ...parts })
  } catch (error) {
    if (error instanceof XmlError) return content
    throw error
  }
}

function* manifests({ apiVersion }: DeltaInput, plan: PlannedComponents): Generator<ArchiveEntry> {
  const everything = [...plan.components, ...plan.destructivePre, ...plan.destructivePost]
  const packageNames = new Set(everything.map((identity) => identity.packageName))
  for (const packageName of [...packageNames].toSorted(compareText)) {
    const ofPackage = (list: readonly ComponentIdentity[]): ComponentIdentity[] =>
      list.filter((identity) => identity.packageName === packageName)
    yield {
      path: `${packageName}/package.xml`,
      content: writeManifest(ofPackage(plan.components), apiVersion),
    }
    const pre = ofPackage(plan.destructivePre)
    const post = ofPackage(plan.destructivePost)
    if (pre.length > 0)
      yield { path: `${packageName}/destructiveChangesPre.xml`, content: writeDestructiveManifest(pre) }
    if (post.length > 0)
      yield { path: `${packageName}/destructiveChangesPost.xml`, content: writeDestructiveManifest(post) }
  }
}

/** What of a composite's file is wanted; null for files that travel whole. */
interface WantedParts {
  ownContent: boolean
  readonly nested: Set<string>
}

async function filesOf(
  input: DeltaInput,
  components: readonly ComponentIdentity[],
): Promise<[string, WantedParts | null][]> {
  const files = new Map<string, WantedParts | null>()
  for (const identity of components) {
    const places = pathsOfComponent(identity)
    const inDirectory = places.directory === null ? [] : await input.listHead(places.directory)
    // Beside the files of a bundle lies what is only in Git.
    const ofBundle = inDirectory.filter((path) => componentOfPath(path) !== null)
    for (const path of [...places.files, ...ofBundle]) {
      if (componentOfPath(path)?.isComposite !== true) {
        files.set(path, null)
        continue
      }
      const parts = files.get(path) ?? { ownContent: false, nested: new Set() }
      files.set(path, parts)
      if (parentOf(identity) === null) parts.ownContent = true
      else parts.nested.add(componentKey(identity))
    }
  }
  return [...files].toSorted(([a], [b]) => compareText(a, b))
}
