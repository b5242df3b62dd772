import { componentKey, type ComponentIdentity } from '@sluice/metadata/component'
import { listNested } from '@sluice/metadata/composite'
import { readManifest, writeManifest } from '@sluice/metadata/manifest'
import { componentOfPath } from '@sluice/metadata/paths'
import type { ArchiveEntry } from '@sluice/metadata/archive'
import type { Clone } from './clone.ts'
import { metadataDirectory } from './world.ts'

/** The metadata of the branch as it lies in the working copy. */
export interface Branch {
  files: ArchiveEntry[]
  /** Nested ones included. */
  components: ComponentIdentity[]
  /** Names every component; a person who pushes writes it like this, the product writes it at a flow in. */
  manifest: Uint8Array
}

const manifestPath = 'unpackaged/package.xml'

export async function readBranch(clone: Clone): Promise<Branch> {
  const prefix = `${metadataDirectory}/`
  const paths = (await clone.files()).filter((path) => path.startsWith(`${prefix}unpackaged/`))
  const files: ArchiveEntry[] = []
  const components = new Map<string, ComponentIdentity>()
  for (const full of paths) {
    const path = full.slice(prefix.length)
    if (path === manifestPath) continue
    const content = await clone.read(full)
    files.push({ path, content })
    const own = componentOfPath(path)?.identity
    const found = [
      ...(own === undefined ? [] : [own]),
      ...listNested(path, content).map(({ identity }) => identity),
    ]
    for (const identity of found) components.set(componentKey(identity), identity)
  }
  const { apiVersion } = readManifest(await clone.read(prefix + manifestPath))
  const all = [...components.values()]
  return { files, components: all, manifest: writeManifest(all, apiVersion ?? '') }
}

/** The files of the branch as a deployment wants them: the manifest first, everything at the root. */
export function* archiveOf(branch: Branch): Generator<ArchiveEntry> {
  yield { path: 'package.xml', content: branch.manifest }
  for (const { path, content } of branch.files) yield { path: path.replace(/^unpackaged\//, ''), content }
}
