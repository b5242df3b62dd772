import { flowInTemplate } from '@sluice/contract/job-commands/flow-in'
import { expect, test } from 'vitest'
import { id } from '../../testing/samples.ts'
import { flowInFormOf, newFlowIn, toFlowInTemplate } from './flow-in-form.ts'

const form = newFlowIn([id(30)])

test('what a new form submits is what the contract accepts, with the defaults of the specification', () => {
  expect(flowInTemplate.parse(toFlowInTemplate(form))).toMatchObject({
    retrieveMode: 'Auto',
    mergeConflictsStrategy: 'AskForEach',
    semanticMergeStrategy: 'ApplyAll',
    checkOnly: false,
    force: false,
    acceptDeletions: false,
    gitCommitMessage: null,
    collectRetrievedMetadataArchives: false,
  })
})
test('an unchecked semantic merge is sent as SkipAll', () => {
  expect(toFlowInTemplate({ ...form, isSemanticMergeOn: false }).semanticMergeStrategy).toBe('SkipAll')
})
test('a job that is run again brings its settings and its environment', () => {
  const settings = { checkOnly: true, semanticMergeStrategy: 'SkipAll', retrieveMode: 'Full' }
  const again = flowInFormOf({ environmentId: id(31), ...settings })
  expect(again).toMatchObject({
    checkOnly: true,
    isSemanticMergeOn: false,
    retrieveMode: 'Full',
    environments: { include: { ids: [id(31)] } },
  })
})
