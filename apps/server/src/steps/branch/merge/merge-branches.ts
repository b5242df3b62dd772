import { limits } from '@sluice/contract/limits'
import {
  type BranchMerge,
  type BranchMergeOutcome,
  type MergeStop,
  type MergeWarning,
  shortened,
} from './branch-merge.ts'
import { addedCaseVariants } from './case-variants.ts'
import { commitMerge } from './commit-merge.ts'
import { mostConflictsListed } from './conflict-failure.ts'
import { type FileConflict, type ResolvedConflict, decideConflicts } from './conflict-strategy.ts'
import { decisionsThatFit } from './decisions-that-fit.ts'
import { mergeFiles } from './merge-files.ts'
import type { Merging } from './merging.ts'
import { referenceWarnings } from './reference-warnings.ts'
import { resolveConflicts } from './resolve-conflicts.ts'
import { whileMerging } from './while-merging.ts'

/**
 * Merges the org's commits into the branch: files by their elements, conflicts as people have decided or as the settings say,
 * references between files checked at the end. Writes the merge commit, and no ref. The same input gives the same commit.
 */
export async function mergeBranches(input: BranchMerge, signal: AbortSignal): Promise<BranchMergeOutcome> {
  return await whileMerging(input, signal, mergeWith)
}

async function mergeWith(merging: Merging): Promise<BranchMergeOutcome> {
  const files = await mergeFiles(merging)
  if (files.asked.length > 0) {
    return stopped(
      'semanticPrompt',
      files.asked.map((path) => ({ path, kind: 'bothChanged', detail: '' })),
    )
  }
  const decided = await decisionsThatFit(merging, files)
  const open = files.conflicts.filter(({ path }) => !decided.has(path))
  const decision = decideConflicts(merging.input.settings.conflicts, open)
  if (decision.kind === 'stop') return stopped(decision.reason, decision.conflicts)
  const resolutions = [...decided.values(), ...decision.resolutions]
  const resolved = await resolveConflicts(merging, resolutions, files.versions)
  if (resolved.failed.length > 0) return stopped('noStrategy', resolved.failed)
  const commitHash = await commitMerge(merging, {
    edits: new Map([...files.edits, ...resolved.edits]),
    rebuildsManifest: hasManifestConflict(merging) || files.conflicts.some(isDeletion),
  })
  const variants = await addedCaseVariants(merging, commitHash)
  if (variants.length > 0) {
    return stopped(
      'noStrategy',
      variants.map((path) => ({ path, kind: 'caseVariants', detail: '' })),
    )
  }
  const warnings = [
    ...files.warnings,
    ...resolved.warnings,
    ...(await referenceWarnings(merging, commitHash)),
  ]
  return {
    kind: 'merged',
    commitHash,
    report: {
      filesChangedByBoth: files.filesChangedByBoth,
      resolved: shortened(resolutions.map(withoutContent), limits.mergeDetails),
      warnings: shortened(distinct(warnings), limits.mergeDetails),
    },
  }
}

const withoutContent = ({ path, resolvedAs }: ResolvedConflict): ResolvedConflict => ({ path, resolvedAs })

function distinct(warnings: readonly MergeWarning[]): MergeWarning[] {
  return [...new Map(warnings.map((warning) => [`${warning.path}\n${warning.message}`, warning])).values()]
}

function hasManifestConflict({ trees, directory }: Merging): boolean {
  const manifest = directory.manifest
  return trees.conflicts.some(({ path }) => path === manifest)
}

const isDeletion = ({ kind }: FileConflict): boolean =>
  kind === 'deletedByLocal' || kind === 'deletedByRemote'

function stopped(reason: MergeStop['reason'], conflicts: readonly FileConflict[]): BranchMergeOutcome {
  const shown = conflicts.slice(0, mostConflictsListed)
  return {
    kind: 'conflict',
    paths: shown.map(({ path }) => path),
    stop: { reason, count: conflicts.length, details: shown.map(({ detail }) => detail) },
  }
}
