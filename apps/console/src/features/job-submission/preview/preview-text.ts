import type { Environment } from '@sluice/contract/environment'
import { splitNames } from '@sluice/contract/job-commands/test-names'
import { formatNumber, plural } from '../../../platform/format/plural.ts'
import type { FlowOutForm } from '../flow-out-form.ts'
import { type PreviewChange, type PreviewSide, hasApex, overwritten } from './preview-changes.ts'

const countOf = (changes: readonly PreviewChange[], type: PreviewChange['changeType']): number =>
  changes.filter(({ changeType }) => changeType === type).length

/** What the job is going to do in one sentence; deletions stand apart, in words. */
export function previewSentence(changes: readonly PreviewChange[], side: PreviewSide): string {
  const [added, modified, deleted] = [
    countOf(changes, 'Added'),
    countOf(changes, 'Modified'),
    countOf(changes, 'Deleted'),
  ]
  const where = side === 'outbound' ? 'from the org' : 'from the branch'
  const rest = [
    added > 0 ? `${formatNumber(added)} added` : null,
    modified > 0 ? `${formatNumber(modified)} modified` : null,
  ].filter((one) => one !== null)
  const sentences = [
    rest.length > 0 ? `${plural(added + modified, 'component')}: ${rest.join(', ')}.` : null,
    deleted > 0 ? `${plural(deleted, 'component')} will be deleted ${where}.` : null,
  ].filter((one) => one !== null)
  if (sentences.length > 0) return sentences.join(' ')
  return side === 'outbound'
    ? 'The branch has nothing that the org lacks.'
    : 'No change in the org that Git does not know.'
}

/** Whose changes of the org would be overwritten; null where nobody's. */
export function overwriteSentence(changes: readonly PreviewChange[]): string | null {
  const clobbered = overwritten(changes)
  if (clobbered.length === 0) return null
  const people = new Set(clobbered.map(({ component }) => component?.inbound?.who ?? 'an unknown user'))
  return `Overwrites ${plural(clobbered.length, 'change')} in the org by ${[...people].join(', ')}.`
}

type Tested = Pick<FlowOutForm, 'testLevel' | 'testClasses'>

/** Which tests Salesforce runs with the deployment. */
export function testsSentence(
  { testLevel, testClasses }: Tested,
  { isProduction }: Pick<Environment, 'isProduction'>,
  changes: readonly PreviewChange[],
): string {
  switch (testLevel) {
    case 'NoTestRun':
      return isProduction && hasApex(changes)
        ? 'No tests are asked for; Salesforce refuses Apex in production without them.'
        : 'No tests run.'
    case 'RunSpecifiedTests': {
      const count = splitNames(testClasses).length
      return count === 0
        ? 'Name the test classes to run.'
        : `${plural(count, 'test class', 'test classes')} run.`
    }
    case 'RunLocalTests':
      return 'All tests of the org run but those of packages.'
    case 'RunAllTestsInOrg':
      return 'All tests of the org run, also those of packages.'
    case 'Automatic':
      if (!isProduction) return 'No tests run, because the org is a sandbox.'
      return hasApex(changes)
        ? 'All tests of the org but those of packages run, because Apex goes to production.'
        : 'No tests run, because no Apex is deployed.'
    default:
      return testLevel satisfies never
  }
}
