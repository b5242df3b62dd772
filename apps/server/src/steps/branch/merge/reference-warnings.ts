import { findFiles } from '@sluice/git/find-files'
import { grepTree } from '@sluice/git/grep'
import { type TreeFile, listTree } from '@sluice/git/ls-tree'
import { type ComponentIdentity, decodeComponentName } from '@sluice/metadata/component'
import { componentOfPath } from '@sluice/metadata/paths'
import {
  type BrokenReference,
  type MergedTree,
  findBrokenReferences,
} from '@sluice/metadata/references/broken-references'
import type { MergedFile } from '@sluice/metadata/references/merged-file'
import type { MergeWarning } from './branch-merge.ts'
import { type Merging, checkBounds, metadataPath } from './merging.ts'

/** Contents that are held for the check at most, in bytes: all versions of the changed files, and the files that name a lost component. */
const maxBytes = 256 * 1024 * 1024

/**
 * What a merged file names that the merge no longer has, because one side deleted it. Nothing is read unless a side
 * deleted a file, or changed one that holds components of its own.
 */
export async function referenceWarnings(merging: Merging, merged: string): Promise<MergeWarning[]> {
  const paths = changedMetadata(merging)
  if (paths === null) return []
  const budget = { left: maxBytes }
  const files = await readMergedFiles(merging, { paths, merged, budget })
  if (files === null) return [unchecked(merging)]
  const listed = await listTree(merging.repository, merged, {
    path: merging.directory.path,
    signal: merging.signal,
  })
  const below = [...listed.keys()].flatMap((path) => metadataPath(merging, path) ?? [])
  const listMerged = (directory: string) => below.filter((path) => path.startsWith(directory))
  const lost: ComponentIdentity[] = []
  const noteLost = (components: readonly ComponentIdentity[]) => {
    lost.push(...components)
    return []
  }
  const inChanged = findBrokenReferences({ files, listMerged, filesNaming: noteLost })
  if (lost.length === 0) return []
  const naming = await readNaming(merging, { lost, listed, budget })
  const tree: MergedTree = { files, listMerged, ...(naming !== null && { filesNaming: () => naming }) }
  const broken = naming === null ? inChanged : findBrokenReferences(tree)
  const inOrder = broken.toSorted((one, other) => Number(other.isConflict) - Number(one.isConflict))
  return [
    ...inOrder.map((reference) => warningOf(merging, reference)),
    ...(naming === null ? [unchecked(merging)] : []),
  ]
}

/** The metadata files that a side changed, below the metadata directory; null when no component can have been lost. */
function changedMetadata(merging: Merging): Set<string> | null {
  const { ours, theirs } = merging.trees.changes
  const paths = new Set<string>()
  let mayLose = false
  for (const { path, status, newMode, oldMode } of [...ours, ...theirs]) {
    const below = metadataPath(merging, path)
    if (below === null || [newMode, oldMode].some((mode) => mode?.startsWith('100') === false)) continue
    paths.add(below)
    mayLose ||= status === 'D' || (status === 'M' && componentOfPath(below)?.isComposite === true)
  }
  return mayLose ? paths : null
}

interface Budget {
  left: number
}

interface MergedPaths {
  readonly paths: ReadonlySet<string>
  /** The commit of the merge. */
  readonly merged: string
  readonly budget: Budget
}

async function readMergedFiles(
  merging: Merging,
  { paths, merged: commitHash, budget }: MergedPaths,
): Promise<MergedFile[] | null> {
  const { reader, trees, input, directory } = merging
  const inRepository = Array.from(paths, (path) => directory.inRepository(path))
  const [base, ours, theirs, merged] = await Promise.all(
    [trees.base, input.ours, input.theirs, commitHash].map((commit) =>
      findFiles(reader, commit, inRepository),
    ),
  )
  const files: MergedFile[] = []
  for (const path of paths) {
    checkBounds(merging)
    const versions = [base, ours, theirs, merged].map((side) => side?.get(directory.inRepository(path)))
    if (new Set(versions.map((file) => file?.hash)).size === 1) continue
    const contents = await readEach(merging, versions, budget)
    if (contents === null) return null
    const [baseContent = null, ourContent = null, theirContent = null, mergedContent = null] = contents
    files.push({ path, base: baseContent, ours: ourContent, theirs: theirContent, merged: mergedContent })
  }
  return files
}

/** Each version once, so that equal ones are the same bytes; null when the budget is spent. */
async function readEach(
  { reader }: Merging,
  files: readonly (TreeFile | undefined)[],
  budget: Budget,
): Promise<(Uint8Array | null)[] | null> {
  const contents = new Map<string, Uint8Array>()
  for (const file of files) {
    if (file === undefined || contents.has(file.hash)) continue
    const content = await reader.read(file.hash)
    budget.left -= content.length
    if (budget.left < 0) return null
    contents.set(file.hash, content)
  }
  return files.map((file) => (file === undefined ? null : (contents.get(file.hash) ?? null)))
}

interface LostComponents {
  readonly lost: readonly ComponentIdentity[]
  readonly listed: ReadonlyMap<string, TreeFile>
  readonly budget: Budget
}

/** Metadata files with the name of a lost component somewhere in them; null when they are too much. */
async function readNaming(
  merging: Merging,
  { lost, listed, budget }: LostComponents,
): Promise<{ path: string; content: Uint8Array }[] | null> {
  const { repository, trees, directory, signal } = merging
  const found = await grepTree(repository, {
    tree: trees.treeHash,
    texts: lost.map(searchedName),
    path: directory.path,
    signal,
  })
  const naming: { path: string; content: Uint8Array }[] = []
  for (const path of found) {
    checkBounds(merging)
    const below = metadataPath(merging, path)
    if (below === null || componentOfPath(below)?.isXml !== true) continue
    const contents = await readEach(merging, [listed.get(path)], budget)
    if (contents === null) return null
    const [content = null] = contents
    if (content !== null) naming.push({ path: below, content })
  }
  return naming
}

/** The part of a component's name that every reference spells: formulas write `Owner__r` for the field `Owner__c`. */
function searchedName({ componentName }: ComponentIdentity): string {
  const name = decodeComponentName(componentName)
  return name.slice(name.lastIndexOf('.') + 1).replace(/__c$/iu, '__')
}

const deletedBy = {
  ours: 'which the branch has deleted',
  theirs: 'which this flow in deletes',
  merge: 'which the merge left out',
}

function warningOf({ directory }: Merging, { path, at, target, lostBy }: BrokenReference): MergeWarning {
  const { componentType, componentName } = target
  const message = `${at} names ${componentType} ${componentName}, ${deletedBy[lostBy]}.`
  return { path: directory.inRepository(path), message }
}

const unchecked = ({ directory }: Merging): MergeWarning => ({
  path: directory.path,
  message: `References between files were not checked: the changed files hold more than ${maxBytes / 1_048_576} MB.`,
})
