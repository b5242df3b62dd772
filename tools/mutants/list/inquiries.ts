import type { Mutant } from '../mutant.ts'

const server = 'apps/server/src/inquiries'
const console = 'apps/console/src/features/inquiries'

export const inquiryMutants: readonly Mutant[] = [
  {
    id: 'inquiries/store/second-answer-counts',
    file: `${server}/inquiry-store.ts`,
    from: "and(eq(inquiry.id, inquiryId), eq(inquiry.status, 'Pending'))",
    to: 'and(eq(inquiry.id, inquiryId))',
    tests: [`${server}/ask-people.test.ts`],
  },
  {
    id: 'inquiries/store/jobs-not-told',
    file: `${server}/inquiry-store.ts`,
    from: "await announce(tx, { workspaceId, kind: 'pushJobs', ids: [jobId] })",
    to: '',
    tests: [`${server}/inquiries.test.ts`],
  },
  {
    id: 'inquiries/answer/after-cancellation',
    file: `${server}/inquiry-store.ts`,
    from: "row.status !== 'Ended' && !row.isCancelled",
    to: "row.status !== 'Ended'",
    tests: [`${server}/inquiries.test.ts`],
  },
  {
    id: 'inquiries/answer/after-the-deadline',
    file: `${server}/operations/answer.ts`,
    from: 'asked.answerRequiredBeforeUtc <= ctx.clock.now()',
    to: 'asked.answerRequiredBeforeUtc < new Date(0)',
    tests: [`${server}/inquiries.test.ts`],
  },
  {
    id: 'inquiries/answer/exclusion-of-what-is-not-deployed',
    file: `${server}/check-answer.ts`,
    from: '...deleted.filter(({ canDeployDelete }) => canDeployDelete),',
    to: '...deleted,',
    tests: [`${server}/inquiries.test.ts`],
  },
  {
    id: 'inquiries/views/long-prompts-pushed',
    file: `${server}/inquiry-views.ts`,
    from: 'const pushedPromptBytesAtMost = 16_384',
    to: 'const pushedPromptBytesAtMost = 16_384_000',
    tests: [`${server}/inquiries.test.ts`],
  },
  {
    id: 'inquiries/answer/long-ones-refused',
    file: 'apps/server/src/api/routes.ts',
    from: '...(route.bodyBytesAtMost !== undefined && { bodyLimit: route.bodyBytesAtMost }),',
    to: '',
    tests: [`${server}/inquiries.test.ts`],
    title: '20,000 components',
  },
  {
    id: 'inquiries/page/answer-after-the-end',
    file: 'packages/contract/src/inquiry.ts',
    from: "  i.status === 'Pending' && job.status !== 'Ended'",
    to: "  i.status === 'Pending' && job.status !== 'Queued'",
    tests: [`${console}/inquiry.browser.test.tsx`],
  },
  {
    id: 'inquiries/page/choice-for-what-is-not-deployed',
    file: `${console}/deployment-table.tsx`,
    from: 'disabled={!canDeploy || onExclude === null}',
    to: 'disabled={onExclude === null}',
    tests: [`${console}/confirm-deployment.browser.test.tsx`],
  },
  {
    id: 'inquiries/page/prompt-not-asked-for',
    file: `${console}/inquiry.route.tsx`,
    from: 'pushed !== undefined && pushed.prompt !== null',
    to: 'pushed !== undefined',
    tests: [`${console}/inquiry.browser.test.tsx`],
  },
  {
    id: 'inquiries/page/stays-after-the-answer',
    file: `${console}/deployment-answer.tsx`,
    from: 'void navigate({ to: `${stackPath}/jobs/$jobId`, params: { ...params, jobId: job.id } })',
    to: 'void navigate',
    tests: [`${console}/confirm-deployment.browser.test.tsx`],
  },
  {
    id: 'inquiries/waiting-job-is-timed-out',
    file: 'apps/server/src/worker/job-runner.ts',
    from: 'if (waitingTopic !== null) return false',
    to: 'if (waitingTopic === undefined) return false',
    tests: ['apps/server/src/inquiries/ask-people.test.ts'],
    title: 'longer than a job may work',
  },
]
