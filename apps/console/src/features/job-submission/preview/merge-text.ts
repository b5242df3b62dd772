import type { Environment } from '@sluice/contract/environment'
import type { PredictedMerge, PredictedPart } from '@sluice/contract/merge-preview'
import { formatNumber, plural } from '../../../platform/format/plural.ts'
import { visibleText } from '../../repository/visible-text.ts'
import { type MergeChange, overwrittenBy } from './merge-changes.ts'
import type { PreviewChange } from './preview-changes.ts'

/** The names of source and target that the texts use. */
export interface MergeNames {
  readonly source: Pick<Environment, 'name'>
  readonly target: Pick<Environment, 'name' | 'gitBranchName'>
}

const countOf = (changes: readonly PreviewChange[], type: PreviewChange['changeType']): number =>
  changes.filter(({ changeType }) => changeType === type).length

function addedAndModified(changes: readonly PreviewChange[]): string | null {
  const [added, modified] = [countOf(changes, 'Added'), countOf(changes, 'Modified')]
  if (added + modified === 0) return null
  const counts = [
    added > 0 ? `${formatNumber(added)} added` : null,
    modified > 0 ? `${formatNumber(modified)} modified` : null,
  ].filter((one) => one !== null)
  return `${plural(added + modified, 'component')}: ${counts.join(', ')}.`
}

/** Describes the changes of the branch; deletions have a sentence of their own. */
export function mergedSentence(merged: readonly PreviewChange[], { source, target }: MergeNames): string {
  if (merged.length === 0) return `The branch of ${target.name} has everything that ${source.name} has.`
  const counts = addedAndModified(merged)
  const deleted = countOf(merged, 'Deleted')
  return [
    counts === null ? null : `Merges ${counts}`,
    deleted > 0
      ? `${plural(deleted, 'component')} will be deleted from the branch ${target.gitBranchName}.`
      : null,
  ]
    .filter((one) => one !== null)
    .join(' ')
}

/** Describes the changes of the org. */
export function deployedSentence(deployed: readonly PreviewChange[]): string {
  if (deployed.length === 0) return 'Deploys nothing, because the org has it all.'
  const counts = addedAndModified(deployed)
  const deleted = countOf(deployed, 'Deleted')
  return [
    counts === null ? null : `Deploys ${counts}`,
    deleted > 0 ? `${plural(deleted, 'component')} will be deleted from the org.` : null,
  ]
    .filter((one) => one !== null)
    .join(' ')
}

/** Says whose changes of the org the deployment overwrites; null when it overwrites none. */
export function mergeOverwriteSentence(deployed: readonly MergeChange[]): string | null {
  const overwritten = overwrittenBy(deployed)
  if (overwritten.length === 0) return null
  const people = new Set(
    overwritten.map(({ inOrg }) => (inOrg?.who ? visibleText(inOrg.who) : 'an unknown user')),
  )
  const changes = `${plural(overwritten.length, 'change')} in the org by ${[...people].join(', ')}`
  return deployed.some(({ isOrgMerged }) => isOrgMerged)
    ? `Overwrites ${changes}, where both collide.`
    : `Overwrites ${changes}.`
}

export const partLabels: Readonly<Record<PredictedPart, string>> = {
  SourceIn: 'in the source flow in',
  TargetIn: 'in the target flow in',
  Merge: 'between the two branches',
}

type Conflicts = Pick<PredictedMerge, 'conflictCount' | 'undecidedCount' | 'endsBecause'>

/** Says how the conflicts are resolved; null when there are none. */
export function conflictSentence(
  { conflictCount, undecidedCount, endsBecause }: Conflicts,
  checkOnly: boolean,
): { readonly kind: 'info' | 'warning' | 'error'; readonly title: string } | null {
  const files = plural(conflictCount, 'file conflicts', 'files conflict')
  switch (endsBecause) {
    case 'abort':
      return {
        kind: 'error',
        title: `${files}. The job ends there and merges nothing, because a strategy is Abort.`,
      }
    case 'noStrategy':
      return {
        kind: 'error',
        title: `${files}, and neither a strategy nor an answer settles it. The job ends there and merges nothing.`,
      }
    case 'semanticPrompt':
      return {
        kind: 'error',
        title: 'The job ends before it merges, because a semantic merge strategy asks at a command line.',
      }
    case null:
      break
    default:
      return endsBecause satisfies never
  }
  if (undecidedCount > 0)
    return {
      kind: 'warning',
      title: checkOnly
        ? `${files}. A check asks nobody and ends there.`
        : `${plural(undecidedCount, 'file conflicts', 'files conflict')}. The job asks for a decision and waits for it.`,
    }
  return conflictCount === 0
    ? null
    : {
        kind: 'info',
        title: `${files}. The chosen strategies settle ${conflictCount === 1 ? 'it' : 'them'}.`,
      }
}
