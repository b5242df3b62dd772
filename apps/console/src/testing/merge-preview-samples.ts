import type { DifferingFile, MergedComponentFiles } from '@sluice/contract/difference'
import type { MergeDeployment, MergedComponent, PredictedMerge } from '@sluice/contract/merge-preview'

const moment = '2026-01-31T12:00:00.000Z'
const known = { who: 'Mara Lindqvist', changedUtc: moment, isUndecided: false }

const merged: MergedComponent[] = [
  {
    componentType: 'ApexClass',
    componentName: 'ErpSync',
    changeType: 'Modified',
    ...known,
    isUndecided: true,
  },
  { componentType: 'ApexClass', componentName: 'Pricing', changeType: 'Added', ...known },
  { componentType: 'CustomField', componentName: 'Account.Rating__c', changeType: 'Deleted', ...known },
]

const inOrg = { changeType: 'Modified', who: 'Jonas Becker', changedUtc: moment } as const
const notInOrg = { wasLeftOut: false, leftOut: null, isDeployable: true, inOrg: null, overwritesOrg: false }

const deployed: MergeDeployment[] = merged.map((one) => ({ ...one, ...notInOrg }))

/** A prediction with one conflict that people have to decide, and three components to merge and to deploy. */
export const samplePrediction = (changes: Partial<PredictedMerge> = {}): PredictedMerge => ({
  state: 'predicted',
  predictionId: 'c'.repeat(64),
  source: { commitHash: 'a'.repeat(40), flowIn: 'known', orgLookedAtUtc: moment, orgChanges: 2 },
  target: { commitHash: 'b'.repeat(40), flowIn: 'unknown', orgLookedAtUtc: null, orgChanges: null },
  commits: 2,
  conflicts: [
    {
      part: 'Merge',
      path: 'src/unpackaged/classes/ErpSync.cls',
      component: { componentType: 'ApexClass', componentName: 'ErpSync' },
      detail: 'the same lines changed on both sides',
      resolvedAs: null,
    },
  ],
  conflictCount: 1,
  undecidedCount: 1,
  endsBecause: null,
  warnings: [],
  warningCount: 0,
  merged,
  deployed,
  ...changes,
})

/** The same prediction with a strategy that resolves the conflict for the source and overwrites a change of the org. */
export const settledPrediction = (): PredictedMerge => {
  const asked = samplePrediction()
  return {
    ...asked,
    conflicts: asked.conflicts.map((conflict) => ({ ...conflict, detail: '', resolvedAs: 'PreferRemote' })),
    undecidedCount: 0,
    merged: merged.map((one) => ({ ...one, isUndecided: false })),
    deployed: [
      ...deployed.map((one) =>
        one.componentName === 'ErpSync'
          ? { ...one, isUndecided: false, inOrg, overwritesOrg: true }
          : one.componentName === 'Pricing'
            ? { ...one, inOrg, overwritesOrg: false }
            : one,
      ),
      {
        componentType: 'Layout',
        componentName: 'Account-Short',
        changeType: 'Modified',
        ...known,
        ...notInOrg,
        wasLeftOut: true,
        leftOut: null,
      },
    ],
  }
}

const changedClass: DifferingFile = {
  path: 'src/unpackaged/classes/Pricing.cls',
  changeType: 'Modified',
  kind: 'text',
  hunks: [{ oldStart: 1, newStart: 1, lines: ['-Integer rate = 1;', '+Integer rate = 2;'] }],
  isCut: false,
  sentences: null,
  sentenceCount: 0,
  isShared: false,
}

/** The files of a component that the merge and the deployment change in the same way. */
export const sampleMergedFiles = (): Extract<MergedComponentFiles, { state: 'predicted' }> => ({
  state: 'predicted',
  merged: [changedClass],
  deployed: [changedClass],
})
