import type { MergeDeployment, MergedComponent, PredictedMerge } from '@sluice/contract/merge-preview'
import { type PreviewChange, keyOfChange } from './preview-changes.ts'

/** A component that the merge changes in the branch or that is deployed, with the details of the prediction. */
export interface MergeChange extends PreviewChange {
  readonly about: MergedComponent | MergeDeployment
  /** Whether the changes of the org are flowed in before the merge, so that only conflicting ones can be lost. */
  readonly isOrgMerged: boolean
}

const deletionsFirst = (changes: readonly MergeChange[]): readonly MergeChange[] => [
  ...changes.filter(({ changeType }) => changeType === 'Deleted'),
  ...changes.filter(({ changeType }) => changeType !== 'Deleted'),
]

type Known = Pick<MergeChange, 'isDeployable' | 'isOrgMerged' | 'leftOut'>

const changeOf = (about: MergeChange['about'], known: Known): MergeChange => ({
  key: keyOfChange(about),
  componentType: about.componentType,
  componentName: about.componentName,
  changeType: about.changeType,
  component: null,
  hasDetails: true,
  about,
  ...known,
})

export interface MergeChanges {
  readonly merged: readonly MergeChange[]
  /** Null when nothing is deployed, or when only the job can find out what. */
  readonly deployed: readonly MergeChange[] | null
}

/** The merged and the deployed components of a prediction, deletions first. */
export function mergeChangesOf({ merged, deployed, target }: PredictedMerge): MergeChanges {
  const isOrgMerged = target.flowIn !== 'leftOut'
  const isDeployable = true
  return {
    merged: deletionsFirst(merged.map((one) => changeOf(one, { isDeployable, isOrgMerged, leftOut: null }))),
    deployed:
      deployed &&
      deletionsFirst(
        deployed.map((one) =>
          changeOf(one, { isDeployable: one.isDeployable, isOrgMerged, leftOut: one.leftOut }),
        ),
      ),
  }
}

/** Changes of the target's org that the deployment overwrites. */
export const overwrittenBy = (changes: readonly MergeChange[]): readonly MergeDeployment[] =>
  changes.flatMap(({ about }) => ('overwritesOrg' in about && about.overwritesOrg ? about : []))
