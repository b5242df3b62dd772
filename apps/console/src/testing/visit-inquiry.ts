import type { Inquiry, InquiryPrompt } from '@sluice/contract/inquiry'
import type { DiffComponent } from '@sluice/contract/job-commands/diff-result'
import type { JobWithNotices } from '@sluice/contract/job'
import { page } from 'vitest/browser'
import { type Answers, forever } from './answers.ts'
import { renderAt } from './render-at.tsx'
import { id, sampleJob, sampleMember, sampleWorkspace } from './samples.ts'

export const moment = '2026-01-31T13:00:00.000Z'
export const ended = { status: 'Ended', outcome: 'Succeeded', endedUtc: moment } as const
export const waiting = { commandName: 'FlowOut', hasPendingInquiries: true } as const

export const component = (componentName: string, changes: Partial<DiffComponent> = {}): DiffComponent => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
  contentItems: [],
  addedContentItems: [],
  modifiedContentItems: [],
  deletedContentItems: [],
  canDeployAdd: true,
  canDeployModify: true,
  canDeployDelete: true,
  isCompositeComponent: false,
  alwaysSingleContentItem: true,
  ...changes,
})
export const identity = (componentName: string) => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
})
const field = (name: string) => ({
  name,
  type: 'NestedComponent' as const,
  isComponent: true,
  componentIdentity: { componentType: 'CustomField', componentName: name },
})
const order = component('Order__c', {
  componentType: 'CustomObject',
  isCompositeComponent: true,
  alwaysSingleContentItem: false,
  contentItems: [field('Order__c.Total__c')],
  addedContentItems: [field('Order__c.Total__c')],
})

export const prompt: InquiryPrompt<'FlowOutConfirmDeployment'> = {
  diffResult: {
    diffCounts: { anyChanges: true, added: 1, modified: 1, deleted: 2 },
    packageDiffResults: [
      {
        packageName: 'unpackaged',
        added: [component('Brand_New')],
        modified: [order],
        deleted: [component('Old'), component('Stays', { canDeployDelete: false })],
      },
    ],
  },
  isCheckOnly: false,
  excludedComponents: [identity('Failed_Before'), identity('Brand_New')],
  clobberedOrgChanges: [
    {
      ...identity('Old'),
      changeType: 'Deleted',
      orgChangeType: 'Modified',
      changedByName: 'Jonas Becker',
      changedUtc: '2026-01-30T12:00:00.000Z',
    },
    identity('Changed_In_Org'),
  ],
  clobberWarningText: 'Changes of the org would be overwritten.',
  newChangesCommitRange: { sinceCommitHash: 'a'.repeat(40), untilCommitHash: 'b'.repeat(40) },
}

export const base = {
  id: id(80),
  workspaceId: id(1),
  jobId: id(70),
  createdUtc: '2026-01-31T12:30:00.000Z',
  status: 'Pending',
  // The text "in 2 hours" stays true for half an hour, which is enough for a slow machine.
  answerRequiredBeforeUtc: new Date(Date.now() + 2.5 * 3_600_000).toISOString(),
  answeredUtc: null,
  answeredByUserId: null,
  answer: null,
} as const
export type Confirmation = Extract<Inquiry, { subject: 'FlowOutConfirmDeployment' }>
export const confirmation: Confirmation = { ...base, subject: 'FlowOutConfirmDeployment', prompt }
export const signIn = {
  ...base,
  subject: 'DeviceCodeChallenge',
  prompt: {
    identityUsername: 'admin@acme.example.qa',
    verificationUrl: 'https://acme--qa.sandbox.my.salesforce.com/setup/connect',
    userCode: 'WDJB-MJHT',
  },
} satisfies Inquiry

interface Visit {
  inquiry?: Inquiry
  job?: Partial<JobWithNotices>
  inquiries?: Answers['inquiries']
  accessLevel?: 'Reader'
}

export const jobAddress = `/workspaces/acme/stacks/core-crm/jobs/${id(70)}`
async function visit(
  address: string,
  { inquiry = confirmation, job = waiting, inquiries = {}, accessLevel }: Visit,
) {
  const member = sampleMember(accessLevel && { accessLevel })
  const owner = accessLevel ? { ownerUserId: id(91) } : {}
  return renderAt(address, {
    pushed: {
      workspace: sampleWorkspace({ members: [member], ...owner }),
      jobs: [sampleJob(job)],
      inquiries: [inquiry],
    },
    answers: { jobs: { subscribeToProgress: forever }, inquiries },
  })
}
export const visitPage = (given: Visit = {}) => visit(`${jobAddress}/inquiry/${id(80)}`, given)
export const visitJob = (given: Visit = {}) => visit(jobAddress, given)

export const main = page.getByRole('main')
export const button = (name: string) => main.getByRole('button', { name, exact: true })
export const region = (name: string) => main.getByRole('region', { name, exact: true })
export const choice = (name: string) => main.getByRole('checkbox', { name: `Deploy ${name}`, exact: true })
