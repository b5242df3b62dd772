import type { BranchMergeOutcome, MergeWarning } from '../branch-merge.ts'

/** The length of each field of an object's file, by its name. */
export function lengthsIn(text: string | null): Record<string, number> {
  const found = (text ?? '').matchAll(/<fullName>(\w+)<\/fullName>[^]*?<length>(\d+)</gu)
  return Object.fromEntries([...found].map(([, name, length]) => [name, Number(length)]))
}

/** Why and at which files a merge stopped; null when it did not. */
export const stopOf = (outcome: BranchMergeOutcome) =>
  outcome.kind === 'conflict' ? { paths: outcome.paths, ...outcome.stop } : null

/** The warnings of a merge; null when it was not made. */
export const warningsOf = (outcome: BranchMergeOutcome): readonly MergeWarning[] | null =>
  outcome.kind === 'merged' ? (outcome.report?.warnings.first ?? []) : null
