import { createHash } from 'node:crypto'
import { componentKey } from '@sluice/metadata/component'
import { isDatedType } from '@sluice/metadata/dated-types'
import { componentOfPath } from '@sluice/metadata/paths'
import type { FileHashes } from '../../../session/metadata-directory.ts'

/** The paths of the components whose dates can be trusted, by key. Folders have files of another type than their name says. */
export function pathsOfDated(paths: Iterable<string>): Map<string, string[]> {
  const byKey = new Map<string, string[]>()
  for (const path of paths) {
    const identity = componentOfPath(path)?.identity
    if (identity === undefined || !isDatedType(identity.componentType)) continue
    const key = componentKey(identity)
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, [path])
    else known.push(path)
  }
  return byKey
}

/** One digest for all files of a component: another file, one more or one less gives another digest. */
export function digestOfFiles(files: FileHashes, paths: readonly string[]): string {
  const lines = paths.map((path) => `${files.get(path) ?? ''} ${path}`)
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 32)
}
