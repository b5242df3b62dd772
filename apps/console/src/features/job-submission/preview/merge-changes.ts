import type { MergeDeployment, MergedComponent, PredictedMerge } from '@sluice/contract/merge-preview'
import { type PreviewChange, keyOfChange } from './preview-changes.ts'

/** A component that the merge changes in the branch, or that is deployed, and what is said about it. */
export interface MergeChange extends PreviewChange {
  readonly about: MergedComponent | MergeDeployment
}

const deletionsFirst = (changes: readonly MergeChange[]): readonly MergeChange[] => [
  ...changes.filter(({ changeType }) => changeType === 'Deleted'),
  ...changes.filter(({ changeType }) => changeType !== 'Deleted'),
]

const changeOf = (about: MergeChange['about'], isDeployable: boolean): MergeChange => ({
  key: keyOfChange(about),
  componentType: about.componentType,
  componentName: about.componentName,
  changeType: about.changeType,
  component: null,
  isDeployable,
  about,
})

export interface MergeChanges {
  readonly merged: readonly MergeChange[]
  /** Null where nothing is deployed, or where only the job finds out what. */
  readonly deployed: readonly MergeChange[] | null
}

/** Both lists of a prediction, deletions first. */
export const mergeChangesOf = ({ merged, deployed }: PredictedMerge): MergeChanges => ({
  merged: deletionsFirst(merged.map((one) => changeOf(one, true))),
  deployed: deployed && deletionsFirst(deployed.map((one) => changeOf(one, one.isDeployable))),
})

/** Changes of the target's org that the deployment overwrites. */
export const overwrittenBy = (changes: readonly MergeChange[]): readonly MergeDeployment[] =>
  changes.flatMap(({ about }) => ('overwritesOrg' in about && about.overwritesOrg ? about : []))
