import { componentKey } from '@sluice/metadata/component'
import { componentOfPath } from '@sluice/metadata/paths'
import type { FileEdit, FileVersions, Merging } from './merging.ts'
import { metadataPath } from './merging.ts'

/**
 * Where a side's changed file wins over the other side's deletion: the other files of its component, which the other
 * side deleted and this side left alone. A class without its `-meta.xml` file, or part of a bundle, cannot be deployed.
 */
export function keptWithComponent(
  merging: Merging,
  file: FileVersions,
  side: 'ours' | 'theirs',
): [string, FileEdit][] {
  const other = side === 'ours' ? 'theirs' : 'ours'
  const key = keyOf(merging, file.path)
  if (file[other] !== null || file[side] === null || key === null) return []
  const { changes } = merging.trees
  const touched = new Set(changes[side].map(({ path }) => path))
  return changes[other].flatMap(({ path, status, oldHash, oldMode }): [string, FileEdit][] => {
    if (status !== 'D' || touched.has(path) || keyOf(merging, path) !== key) return []
    return oldHash === null || oldMode === null ? [] : [[path, { hash: oldHash, mode: oldMode }]]
  })
}

function keyOf(merging: Merging, path: string): string | null {
  const below = metadataPath(merging, path)
  const component = below === null ? null : componentOfPath(below)
  return component === null ? null : componentKey(component.identity)
}
