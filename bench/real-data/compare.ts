import type { Branch } from './branch.ts'
import type { Clone } from './clone.ts'
import type { EditPlan } from './edits.ts'
import { metadataDirectory } from './world.ts'

/** What a fast-forward brought, below the metadata directory and without the manifest, which the product writes. */
export async function changesBetween(
  clone: Clone,
  before: string,
): Promise<{ changed: Set<string>; deleted: Set<string> }> {
  const text = await clone.git('diff', '--name-status', '--no-renames', '-z', before, 'HEAD')
  const fields = text.split('\0')
  const changed = new Set<string>()
  const deleted = new Set<string>()
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const path = (fields[index + 1] ?? '').replace(`${metadataDirectory}/`, '')
    if (path === 'unpackaged/package.xml') continue
    if (fields[index] === 'D') deleted.add(path)
    else changed.add(path)
  }
  return { changed, deleted }
}

/** The files of a plan whose content in the working copy is not the planned one. */
export async function differingFiles(clone: Clone, plan: EditPlan): Promise<string[]> {
  const different: string[] = []
  for (const edit of plan.edits.filter(({ kind }) => kind !== 'deleted')) {
    for (const { path, content } of edit.files) {
      const present = await clone.read(`${metadataDirectory}/${path}`).catch(() => null)
      if (present === null || !present.equals(content)) different.push(path)
    }
  }
  return different
}

/** How the files of the branch, the manifest apart, differ from a tree of normalised files. */
export function compareTrees(branch: Branch, tree: ReadonlyMap<string, Buffer>): string[] {
  const differences: string[] = []
  for (const { path, content } of branch.files) {
    const other = tree.get(path)
    if (other === undefined) differences.push(`missing ${path}`)
    else if (!other.equals(content)) differences.push(`different ${path}`)
  }
  const wanted = new Set(branch.files.map(({ path }) => path))
  differences.push(...[...tree.keys()].filter((path) => !wanted.has(path)).map((path) => `too many ${path}`))
  return differences
}

/** What is in one set only: `+` for too many, `-` for missing. */
export function setDifference(actual: ReadonlySet<string>, expected: ReadonlySet<string>): string[] {
  const extra = [...actual].filter((path) => !expected.has(path)).map((path) => `+${path}`)
  const missing = [...expected].filter((path) => !actual.has(path)).map((path) => `-${path}`)
  return [...extra, ...missing]
}
