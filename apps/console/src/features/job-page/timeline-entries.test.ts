import type { Notice } from '@sluice/contract/notice'
import { expect, test } from 'vitest'
import { id, sampleJob } from '../../testing/samples.ts'
import { noticeText, timelineEntries } from './timeline-entries.ts'

const delay: Notice = {
  id: id(5),
  jobId: id(70),
  createdUtc: '2026-01-31T12:00:30.000Z',
  subject: 'EnvironmentsLockedDelay',
  body: { environmentNames: ['QA', 'UAT'], remainingTimeout: 59.7 },
}

test('[J-060] events and notices stand in the order of their time', () => {
  const job = sampleJob({
    startedUtc: '2026-01-31T12:00:10.000Z',
    notices: [delay],
    cancellationRequestedUtc: '2026-01-31T12:00:20.000Z',
    endedUtc: '2026-01-31T12:00:50.000Z',
    status: 'Ended',
    outcome: 'Cancelled',
  })
  const kinds = timelineEntries(job, []).map((entry) => entry.kind)
  expect(kinds).toEqual(['created', 'started', 'cancellationRequested', 'notice', 'ended'])
})
test('[J-059] the end says how the job ended', () => {
  const job = sampleJob({ status: 'Ended', outcome: 'TimedOut', endedUtc: '2026-01-31T12:00:50.000Z' })
  expect(timelineEntries(job, []).at(-1)).toMatchObject({ kind: 'ended', status: 'TimedOut' })
})
test('a wait is told in whole minutes with its end', () => {
  expect(noticeText(delay)).toBe(
    'Waiting for QA, UAT to become unlocked. The job is cancelled automatically after 59 minutes.',
  )
})
test('metadata newer than the product is told by name', () => {
  const body = { types: ['NewThing'], lists: ['Profile/newAccesses'] }
  expect(noticeText({ ...delay, subject: 'UnknownMetadata', body })).toBe(
    'Types that this version does not know were left out: NewThing. Lists that this version does not know were compared entry by entry: Profile/newAccesses.',
  )
})
test('few API requests left are told in percent and numbers', () => {
  const body = { used: 85_120, limit: 100_000 }
  expect(noticeText({ ...delay, subject: 'ApiRequestsLow', body })).toBe(
    'The org has used 85 % of the API requests that it may make in 24 hours (85,120 of 100,000). Jobs begin nothing new from 95 %.',
  )
})
test('a wait that Salesforce asks for is told with what the job does', () => {
  const asked = { ...delay, subject: 'SalesforceAsksToWait' } as const
  expect(noticeText({ ...asked, body: { seconds: 90 } })).toBe(
    'Salesforce asks to wait 90 seconds before the next call. The job goes on by itself.',
  )
  expect(noticeText({ ...asked, body: { seconds: 31_536_000 } })).toBe(
    'Salesforce asks to wait 525,600 minutes before the next call. The job waits 10 minutes and then asks again.',
  )
})
test('flows that stay inactive, and flows that are not deployed because of their status, are named', () => {
  const body = { flows: ['Remind', 'Escalate'], count: 5 }
  expect(noticeText({ ...delay, subject: 'FlowsStayInactive', body })).toBe(
    'Flows that will be inactive in the org: Remind, Escalate and 3 more. Production takes flows inactive while “Deploy processes and flows as active” is off in its Process Automation Settings. Activate them there.',
  )
  expect(
    noticeText({ ...delay, subject: 'FlowStatusNotDeployed', body: { flows: ['Remind'], count: 1 } }),
  ).toBe(
    'Flows of which only the status changed: Remind. Whether a flow is active is decided in the org, so they were not deployed.',
  )
})
test('what a job does otherwise than its preview said is counted, and the first are named', () => {
  const body = { added: 2, gone: 0, different: 1, names: ['ApexClass Alpha', 'ApexClass Beta'] }
  expect(noticeText({ ...delay, subject: 'PreviewOutdated', body })).toBe(
    'Components are otherwise than the preview said: 2 more, 1 changed in another way (ApexClass Alpha, ApexClass Beta and 1 more).',
  )
})
test('files that nobody asked for are counted, and the first are named', () => {
  const one = { files: ['unpackaged/pages/Stranger.page'], count: 1 }
  expect(noticeText({ ...delay, subject: 'UnrequestedFiles', body: one })).toBe(
    'A file that was not asked for was in an archive from Salesforce and left out: unpackaged/pages/Stranger.page.',
  )
  const body = { files: ['unpackaged/pages/A.page', 'unpackaged/pages/B.page'], count: 5 }
  expect(noticeText({ ...delay, subject: 'UnrequestedFiles', body })).toBe(
    '5 files that were not asked for were in an archive from Salesforce and left out: unpackaged/pages/A.page, unpackaged/pages/B.page and 3 more.',
  )
})
test('what stays in the branch is told with the reason, the number and the names', () => {
  const body = {
    kept: [
      { reason: 'folderNotListed' as const, count: 1, names: ['Report Sales'] },
      { reason: 'typeNotListed' as const, count: 12, names: ['AuthProvider', 'Certificate'] },
    ],
  }
  expect(noticeText({ ...delay, subject: 'MetadataKept', body })).toBe(
    'Left 1 component in the branch as before, because the org does not list the folder; to delete them, flow in with Accept deletions: Report Sales. Left 12 components in the branch as before, because the org does not list the type: AuthProvider, Certificate.',
  )
})
test('types that could not be listed and components that could not be retrieved are named', () => {
  const types = { types: ['Dashboard', 'Layout'] }
  expect(noticeText({ ...delay, subject: 'TypesNotListed', body: types })).toBe(
    'Salesforce could not list all components of these types; what it did not list stays in the branch as before: Dashboard, Layout.',
  )
  const kept = [{ reason: 'notRetrieved' as const, count: 1, names: ['ApexClass Alpha'] }]
  expect(noticeText({ ...delay, subject: 'MetadataKept', body: { kept } })).toBe(
    'Salesforce could not retrieve 1 component from the org, so the branch is as before there: ApexClass Alpha.',
  )
})
test('data category groups in a deployment are named with what it removes', () => {
  const body = { groups: ['Products', 'Regions'] }
  expect(noticeText({ ...delay, subject: 'DataCategoriesReplaced', body })).toBe(
    'Deploying a data category group removes from the org every category that its file lacks, with what was filed under it: Products, Regions.',
  )
})
test('types that no include line mentions are named with how many components they have', () => {
  const types = [
    { type: 'OmniScript', components: 1_204 },
    { type: 'Bot', components: 2 },
  ]
  const text = (count: number, first = types) =>
    noticeText({ ...delay, subject: 'TypesNotIncluded', body: { types: first, count } })
  expect(text(5)).toBe(
    'The org has components of 5 types that no line of .sluiceinclude mentions: OmniScript (1,204), Bot (2) and 3 more. Add a line such as unpackaged/~/OmniScript to track a type, or !unpackaged/~/OmniScript to leave it out without this remark.',
  )
  expect(text(1, types.slice(1))).toContain('of a type that no line of .sluiceinclude mentions: Bot (2). Add')
})
test('[J-068] a wrong username is told with both names', () => {
  const body = { actualUsername: 'bob@acme.example', expectedUsername: 'alice@acme.example' }
  expect(noticeText({ ...delay, subject: 'OrgAccessUsernameIncorrect', body })).toBe(
    'Connected to Salesforce with wrong username bob@acme.example. Expected username is alice@acme.example.',
  )
})
