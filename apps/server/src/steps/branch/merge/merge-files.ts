import { listTree } from '@sluice/git/ls-tree'
import type { MergeConflict as GitConflict } from '@sluice/git/merge-tree'
import { checkMergedLines } from '@sluice/metadata/merge/check-merged-lines'
import { isMergedByElements, merge } from '@sluice/metadata/merge/merge'
import type { MergeInput, MergeResult } from '@sluice/metadata/merge/write/merge-result'
import type { MergeWarning } from './branch-merge.ts'
import { conflictDetail } from './conflict-detail.ts'
import { type ConflictKind, type FileConflict, type MergeMode, mergeModeOf } from './conflict-strategy.ts'
import {
  type FileEdit,
  type FileVersions,
  type Merging,
  checkBounds,
  mergedMode,
  metadataPath,
} from './merging.ts'
import { readVersions } from './read-versions.ts'

/** What became of the files that both sides changed. */
export interface MergedFiles {
  readonly filesChangedByBoth: number
  readonly edits: Map<string, FileEdit>
  readonly conflicts: readonly FileConflict[]
  /** The versions of the conflicting files. */
  readonly versions: ReadonlyMap<string, FileVersions>
  readonly warnings: readonly MergeWarning[]
  /** Files that elements would merge otherwise than lines, where somebody wants to be asked about that. */
  readonly asked: readonly string[]
}

interface Judgement {
  readonly edit?: FileEdit
  /** What conflicts, in words; absent where nothing does. */
  readonly conflict?: string
  readonly warnings?: readonly string[]
  readonly isAsked?: boolean
}

/**
 * Merges every file that both sides changed. Metadata XML is merged by its elements, also where Git found no conflict
 * between lines; of every other file Git's merge by lines stands. The manifest is left out: it is generated.
 */
export async function mergeFiles(merging: Merging): Promise<MergedFiles> {
  const gitConflicts = conflictsOfGit(merging)
  const both = changedByBoth(merging)
  const hashes = await mergedHashes(merging, both)
  const edits = new Map<string, FileEdit>()
  const found: { file: FileVersions; detail: string }[] = []
  const warnings: MergeWarning[] = []
  const asked: string[] = []
  for (const file of both) {
    checkBounds(merging)
    const { path } = file
    const isConflict = gitConflicts.delete(path)
    const judged = await judgeFile(merging, file, isConflict ? null : (hashes.get(path) ?? null))
    if (judged.edit !== undefined) edits.set(path, judged.edit)
    if (judged.conflict !== undefined) found.push({ file, detail: judged.conflict })
    if (judged.isAsked === true) asked.push(path)
    warnings.push(...(judged.warnings ?? []).map((message) => ({ path, message })))
  }
  for (const conflict of gitConflicts.values()) found.push({ file: versionsOf(conflict), detail: '' })
  found.sort((one, other) => (one.file.path < other.file.path ? -1 : 1))
  return {
    filesChangedByBoth: both.length,
    edits,
    conflicts: found.map(({ file, detail }) => ({ path: file.path, kind: kindOf(file), detail })),
    versions: new Map(found.map(({ file }) => [file.path, file])),
    warnings,
    asked,
  }
}

function conflictsOfGit({ trees, directory }: Merging): Map<string, GitConflict> {
  const manifest = directory.manifest
  return new Map(
    trees.conflicts.flatMap((conflict) =>
      conflict.path === manifest ? [] : [[conflict.path, conflict] as const],
    ),
  )
}

/** Files of the metadata that both sides added or changed, each to something else, in the order of their paths. */
function changedByBoth(merging: Merging): FileVersions[] {
  const { ours, theirs } = merging.trees.changes
  const changedByOurs = new Map(ours.map((change) => [change.path, change]))
  return theirs.flatMap((their) => {
    const our = changedByOurs.get(their.path)
    if (our === undefined || our.newHash === their.newHash || metadataPath(merging, their.path) === null)
      return []
    const [base, mine, other] = [
      { hash: their.oldHash, mode: their.oldMode },
      { hash: our.newHash, mode: our.newMode },
      { hash: their.newHash, mode: their.newMode },
    ].map(({ hash, mode }) => (hash === null || mode?.startsWith('100') !== true ? null : { hash, mode }))
    if (mine === undefined || mine === null || other === undefined || other === null) return []
    return { path: their.path, base: base ?? null, ours: mine, theirs: other }
  })
}

async function mergedHashes(
  { repository, trees, directory, signal }: Merging,
  files: readonly FileVersions[],
): Promise<ReadonlyMap<string, string>> {
  if (files.length === 0) return new Map()
  const listed = await listTree(repository, trees.treeHash, { path: directory.path, signal })
  return new Map([...listed].map(([path, { hash }]) => [path, hash]))
}

/** `lines` is the hash of what Git merged; null where Git found a conflict. */
async function judgeFile(merging: Merging, file: FileVersions, lines: string | null): Promise<Judgement> {
  const versions = await readVersions(merging.reader, file)
  const { maxFileBytes } = merging.input.limits
  const input = { path: metadataPath(merging, file.path) ?? file.path, ...versions }
  const content = lines === null ? null : await merging.reader.read(lines)
  if (!isMergedByElements(input)) return content === null ? { conflict: '' } : {}
  if ([versions.base, versions.ours, versions.theirs].some((side) => (side?.length ?? 0) > maxFileBytes)) {
    const tooLarge = `The file is larger than ${Math.round(maxFileBytes / 1_048_576)} MB and was merged by lines.`
    return content === null ? { conflict: tooLarge } : { warnings: [tooLarge] }
  }
  const mode = mergeModeOf(merging.input.settings.semantic)
  if (mode === 'lines') return judgeLines(input, content)
  return judgeElements({ mode, file, content, merged: merge(input) })
}

function judgeLines(input: MergeInput, content: Uint8Array | null): Judgement {
  if (content === null) return { conflict: '' }
  const { status, conflicts, warnings = [] } = checkMergedLines(input, content)
  if (status === 'conflict') return { conflict: conflictDetail(conflicts) }
  return { warnings: warnings.map((warning) => conflictDetail([warning])) }
}

interface MergedElements {
  readonly mode: MergeMode
  readonly file: FileVersions
  /** What Git made of the versions; null where it found a conflict. */
  readonly content: Uint8Array | null
  readonly merged: MergeResult
}

function judgeElements({ mode, file, content, merged }: MergedElements): Judgement {
  const isSame =
    content !== null && merged.status === 'clean' && Buffer.compare(content, merged.content) === 0
  if (mode === 'ask' && !isSame) return { isAsked: true }
  const warnings = (merged.warnings ?? []).map((warning) => conflictDetail([warning]))
  if (merged.status === 'conflict') return { conflict: conflictDetail(merged.conflicts), warnings }
  return isSame ? { warnings } : { edit: { content: merged.content, mode: mergedMode(file) }, warnings }
}

function versionsOf({ path, stages }: GitConflict): FileVersions {
  return { path, base: stages.base ?? null, ours: stages.ours ?? null, theirs: stages.theirs ?? null }
}

function kindOf({ base, ours, theirs }: FileVersions): ConflictKind {
  if (ours !== null && theirs !== null) return base === null ? 'bothAdded' : 'bothChanged'
  if (base === null || (ours === null && theirs === null)) return 'fileAndFolder'
  return ours === null ? 'deletedByLocal' : 'deletedByRemote'
}
