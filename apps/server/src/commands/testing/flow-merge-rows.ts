import { flowMergeInput } from '@sluice/contract/job-commands/flow-merge'
import { sourceInInput, targetInInput, targetOutInput } from '@sluice/contract/job-commands/flow-merge-parts'
import { newId } from '../../platform/ids.ts'
import {
  mergeAfterPreview,
  mergeBesideWork,
  mergeOfFieldsSideBySide,
  mergeOfNewerVersion,
  mergeWithConflict,
} from './flow-merge-scenarios.ts'
import type { Row, Rows } from './settings-row.ts'
import type { Observed, Settings } from './settings-scenarios.ts'

const [sourceEnvironmentId, targetEnvironmentId] = [newId(), newId()]
const input = (settings: Settings) =>
  flowMergeInput.parse({ sourceEnvironmentId, targetEnvironmentId, ...settings })
const sourceIn = (settings: Settings) => sourceInInput(input(settings))
const targetIn = (settings: Settings) => targetInInput(input(settings))
const targetOut = (settings: Settings) => targetOutInput(input(settings))

const both = (observed: Observed) => [observed.outcome, observed.inOrg, observed.inBranch]
const untouched = { Beta: '// first', Gamma: '// uat' }
const merged = { Beta: '// dev', Gamma: '// uat' }
const asBefore = { Beta: '// first', Gamma: '// first' }

/** A setting of a flow in, on both sides. */
const inRows = (
  setting: 'RetrieveMode' | 'ConflictsStrategy' | 'SemanticMergeStrategy' | 'AcceptDeletions',
) => {
  const { as, changed } = {
    RetrieveMode: { as: 'retrieveMode', changed: 'Full' },
    ConflictsStrategy: { as: 'mergeConflictsStrategy', changed: 'Abort' },
    SemanticMergeStrategy: { as: 'semanticMergeStrategy', changed: 'SkipAll' },
    AcceptDeletions: { as: 'acceptDeletions', changed: true },
  }[setting]
  const row = (part: (settings: Settings) => object | null): Row => ({ part, as, changed })
  return { source: row(sourceIn), target: row(targetIn) }
}
const out = (as: string, changed: unknown, given?: Settings): Row => ({
  part: targetOut,
  as,
  changed,
  ...(given !== undefined && { given }),
})

const retrieveMode = inRows('RetrieveMode')
const conflicts = inRows('ConflictsStrategy')
const semantic = inRows('SemanticMergeStrategy')
const deletions = inRows('AcceptDeletions')

/** What each setting of FlowMerge changes. */
export const flowMergeRows: Rows<'FlowMerge'> = {
  targetEnvironmentFilter: { selects: true },
  previews: {
    scenario: mergeAfterPreview,
    changed: 'shown',
    outcome: (observed) => [observed.outcome, observed.notices.filter((one) => one === 'PreviewOutdated')],
    expected: { before: ['Succeeded', []], after: ['Cancelled', ['PreviewOutdated']] },
  },
  sourceEnvironmentId: { part: sourceIn, as: 'environmentId', changed: newId() },
  checkOnly: {
    scenario: mergeBesideWork,
    changed: true,
    outcome: (observed) => [both(observed), observed.merge],
    expected: {
      before: [['Succeeded', merged, merged], ['deployed']],
      after: [['Succeeded', untouched, asBefore], ['validated']],
    },
  },
  allowUnsupportedApiVersions: {
    scenario: mergeOfNewerVersion,
    given: { noSourceIn: true, noTargetOut: true },
    changed: true,
    outcome: (observed) => [observed.outcome, observed.inBranch['Beta']],
    expected: { before: ['Failed', '// first'], after: ['Succeeded', '// newer'] },
  },
  mergeConflictsStrategy: {
    scenario: mergeWithConflict,
    changed: 'TakeRemoteFile',
    outcome: (observed) => [observed.outcome, observed.inOrg['Alpha'], observed.inBranch['Alpha']],
    expected: { before: ['Failed', '// uat', '// first'], after: ['Succeeded', '// dev', '// dev'] },
  },
  semanticMergeStrategy: {
    scenario: mergeOfFieldsSideBySide,
    changed: 'SkipAll',
    outcome: (observed) => observed.outcome,
    expected: { before: 'Succeeded', after: 'Failed' },
  },
  noSourceIn: {
    scenario: mergeBesideWork,
    changed: true,
    outcome: both,
    expected: {
      before: ['Succeeded', merged, merged],
      after: ['Succeeded', untouched, untouched],
    },
  },
  sourceInRetrieveMode: retrieveMode.source,
  sourceInConflictsStrategy: conflicts.source,
  sourceInSemanticMergeStrategy: semantic.source,
  sourceInAcceptDeletions: deletions.source,
  noTargetIn: {
    scenario: mergeBesideWork,
    changed: true,
    outcome: both,
    expected: {
      before: ['Succeeded', merged, merged],
      after: ['Succeeded', merged, { Beta: '// dev', Gamma: '// first' }],
    },
  },
  targetInRetrieveMode: retrieveMode.target,
  targetInConflictsStrategy: conflicts.target,
  targetInSemanticMergeStrategy: semantic.target,
  targetInAcceptDeletions: deletions.target,
  noTargetOut: {
    scenario: mergeBesideWork,
    changed: true,
    outcome: both,
    expected: {
      before: ['Succeeded', merged, merged],
      after: ['Succeeded', untouched, merged],
    },
  },
  targetOutAllOrNothing: out('allOrNothing', true),
  targetOutMaxNumberAttempts: out('maxNumberAttempts', 3),
  targetOutResetExclusions: out('resetExclusions', true),
  targetOutNoConfirm: out('noConfirm', true),
  targetOutDiffMode: out('diffMode', 'Org'),
  targetOutAcceptDeletions: out('acceptDeletions', true),
  targetOutIgnoreWarningsStrategy: out('ignoreWarningsStrategy', 'Always'),
  targetOutPurgeOnDeleteStrategy: out('purgeOnDeleteStrategy', 'Always'),
  targetOutClobberStrategy: out('clobberStrategy', 'Accept'),
  targetOutTestLevel: out('testLevel', 'RunLocalTests'),
  targetOutTestClassesToRun: out('testClassesToRun', ['One'], { targetOutTestLevel: 'RunSpecifiedTests' }),
  targetOutExcludedComponents: out('excludedComponents', [
    { packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'Beta' },
  ]),
  collectRetrievedMetadataArchives: {
    part: targetIn,
    as: 'collectRetrievedMetadataArchives',
    changed: true,
  },
  collectDeploymentDeltaArchives: out('collectDeploymentDeltaArchives', false),
}
