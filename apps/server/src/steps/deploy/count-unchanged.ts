import { join } from 'node:path'
import { componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { componentOfPath } from '@sluice/metadata/paths'
import { readJson, writeJson } from '../session/work-folder.ts'

interface Compared {
  readonly specs: IncludeSpecs
  readonly changes: readonly ComponentChange[]
}

/**
 * Counts the tracked components of the branch that no change touches. Components are told apart by the paths of their files, so that
 * nested components count together with the object around them.
 */
export function countUnchanged(paths: Iterable<string>, { specs, changes }: Compared): number {
  const changed = new Set(changes.flatMap((change) => change.paths.map(ownerOf)))
  const unchanged = new Set<string>()
  for (const path of paths) {
    const component = componentOfPath(path)
    if (component === null) continue
    const key = componentKey(component.identity)
    if (!changed.has(key) && !unchanged.has(key) && isIncluded(specs, component.identity)) unchanged.add(key)
  }
  return unchanged.size
}

function ownerOf(path: string): string | null {
  const component = componentOfPath(path)
  return component === null ? null : componentKey(component.identity)
}

const countIn = (folder: string): string => join(folder, 'unchanged.json')

/** Stores the count in the folder of the diff that it belongs to. */
export async function writeUnchanged(folder: string, count: number): Promise<void> {
  await writeJson(countIn(folder), count)
}

/** Reads the count; null when the diff was made by an earlier release, which stored none. */
export async function readUnchanged(folder: string): Promise<number | null> {
  return await readJson<number>(countIn(folder))
}
