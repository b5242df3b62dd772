import type { ConflictResolution } from '@sluice/contract/conflict'
import { checkMergedLines } from '@sluice/metadata/merge/check-merged-lines'
import { isMergedByElements, merge } from '@sluice/metadata/merge/merge'
import type { MergeResult } from '@sluice/metadata/merge/write/merge-result'
import { mergeText } from '@sluice/metadata/merge/text'
import type { DecidedConflict, MergeWarning } from './branch-merge.ts'
import { conflictDetail } from './conflict-detail.ts'
import { type FileConflict, type ResolvedConflict, mergeModeOf } from './conflict-strategy.ts'
import { keptWithComponent } from './kept-with-component.ts'
import {
  type FileEdit,
  type FileVersions,
  type Merging,
  checkBounds,
  mergedMode,
  metadataPath,
} from './merging.ts'
import { readVersions } from './read-versions.ts'

export interface Resolved {
  readonly edits: ReadonlyMap<string, FileEdit>
  readonly warnings: readonly MergeWarning[]
  /** Files for which the wanted resolution gives nothing that could be committed. */
  readonly failed: readonly FileConflict[]
}

/** Which side a resolution takes or prefers, and whether it takes the whole file. `Manual` has a content of its own instead. */
const meaningOf: Record<
  ConflictResolution,
  { readonly side: 'ours' | 'theirs'; readonly takesFile: boolean }
> = {
  TakeLocal: { side: 'ours', takesFile: true },
  TakeRemote: { side: 'theirs', takesFile: true },
  PreferLocal: { side: 'ours', takesFile: false },
  PreferRemote: { side: 'theirs', takesFile: false },
  Manual: { side: 'theirs', takesFile: false },
}

/** Settles conflicting files as people or a strategy have decided. */
export async function resolveConflicts(
  merging: Merging,
  resolutions: readonly (ResolvedConflict & Partial<Pick<DecidedConflict, 'content'>>)[],
  versions: ReadonlyMap<string, FileVersions>,
): Promise<Resolved> {
  const edits = new Map<string, FileEdit>()
  const warnings: MergeWarning[] = []
  const failed: FileConflict[] = []
  for (const { path, resolvedAs, content = null } of resolutions) {
    checkBounds(merging)
    const file = versions.get(path)
    if (file === undefined) continue
    const { side, takesFile } = meaningOf[resolvedAs]
    if (takesFile) {
      edits.set(path, file[side])
      for (const [kept, entry] of keptWithComponent(merging, file, side)) edits.set(kept, entry)
      continue
    }
    if (content !== null) {
      edits.set(path, { content, mode: mergedMode(file) })
      continue
    }
    const preference = await preferSide(merging, file, side)
    if (preference.problem === null) edits.set(path, { content: preference.content, mode: mergedMode(file) })
    else failed.push({ path, kind: 'bothChanged', detail: preference.problem })
    warnings.push(...preference.warnings.map((message) => ({ path, message })))
  }
  return { edits, warnings, failed }
}

interface Preferred {
  readonly content: Uint8Array
  readonly warnings: readonly string[]
  readonly problem: string | null
}

/** Both sides' changes; where they collide, those of one side. By elements where these may be merged, else by lines. */
export async function preferSide(
  merging: Merging,
  file: FileVersions,
  favour: 'ours' | 'theirs',
): Promise<Preferred> {
  const { limits, settings } = merging.input
  const versions = await readVersions(merging.reader, file)
  const input = { path: metadataPath(merging, file.path) ?? file.path, ...versions, favour }
  const isSmall = [versions.base, versions.ours, versions.theirs].every(
    (side) => (side?.length ?? 0) <= limits.maxFileBytes,
  )
  const isMetadata = metadataPath(merging, file.path) !== null && isMergedByElements(input)
  if (isMetadata && isSmall && mergeModeOf(settings.semantic) !== 'lines')
    return preferred(merge(input), null)
  const { content } = mergeText(input)
  if (!isMetadata || !isSmall) return { content, warnings: [], problem: null }
  const checked = checkMergedLines(input, content)
  return preferred(checked, checked.status === 'conflict' ? conflictDetail(checked.conflicts) : null)
}

function preferred({ content, warnings = [] }: MergeResult, problem: string | null): Preferred {
  return { content, warnings: warnings.map((warning) => conflictDetail([warning])), problem }
}
