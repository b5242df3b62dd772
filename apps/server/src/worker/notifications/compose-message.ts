import { deploymentSentence } from '@sluice/contract/job-commands/deployment-counts'
import { jobTitle } from '@sluice/contract/job-title'
import type { NotificationEvent, NotificationMessage } from '@sluice/contract/notification'
import { oneLine } from '../../platform/mail.ts'
import type { Happening } from './happening.ts'

const longestText = 1500
const longestTitle = 200

/** The sentences of each event. */
interface Wording {
  readonly title: string
  readonly lines: readonly string[]
  /** Below the address of the stack. */
  readonly page: string
}

/** What is said of something that happened, as this event. */
export function composeMessage(happening: Happening, event: NotificationEvent): NotificationMessage {
  const { workspace, stack, job, schedule, testRun, environments } = happening
  const { title, lines, page } = wordings[event](happening)
  return {
    event,
    createdUtc: happening.event.createdUtc.toISOString(),
    title: shortened(oneLine(title), longestTitle),
    text: shortened(lines.map(oneLine).join('\n'), longestText),
    path: `/workspaces/${workspace.slug}/stacks/${stack.slug}/${page}`,
    workspace: { id: workspace.id, name: workspace.name },
    stack: { id: stack.id, name: stack.name },
    environments: [...environments],
    job: job && {
      id: job.id,
      commandName: job.commandName,
      outcome: job.outcome,
      deployment: job.summary?.deployment ?? null,
    },
    schedule: schedule && { id: schedule.id, name: schedule.name },
    apexTestRun: testRun && { id: testRun.id, methodsFailed: testRun.methodsFailed },
  }
}

const wordings: Readonly<Record<NotificationEvent, (happening: Happening) => Wording>> = {
  JobFailed: (happening) => ({
    title: `${titleOfJob(happening)} ${endOf(happening)}`,
    lines: [...whatHappened(happening), ...startedBy(happening)],
    page: `jobs/${happening.job?.id}`,
  }),
  JobWaitingForInput: (happening) => ({
    title: `${titleOfJob(happening)} is waiting for input`,
    lines: [...question(happening), ...startedBy(happening)],
    page: `jobs/${happening.job?.id}/inquiry/${happening.inquiry?.id}`,
  }),
  ScheduleProblem: ({ schedule }) => ({
    title: `The schedule ${schedule?.name} has a problem`,
    lines: (schedule?.problems ?? []).map(({ message, details }) =>
      details === null ? message : `${message} ${details}`,
    ),
    page: `schedules/${schedule?.id}`,
  }),
  TestRunFailed: (happening) => ({
    title: `${failedTests(happening)} in ${happening.environments[0]?.name ?? 'a deleted environment'}`,
    lines: [
      ...happening.failedTests.map(({ name, message }) => (message === null ? name : `${name}: ${message}`)),
      ...startedBy(happening),
    ],
    page: `test-runs/${happening.testRun?.id}`,
  }),
}

/** The error of the job, and what it deployed all the same. */
function whatHappened({ job }: Happening): string[] {
  const counts = job?.summary?.deployment
  return [
    ...(job?.error ? [job.error.message] : []),
    ...(job && counts
      ? [deploymentSentence(counts, { isCheckOnly: job.isCheckOnly, isSuccessful: false })]
      : []),
  ]
}

function titleOfJob({ job, environments }: Happening): string {
  return job === null ? 'A job' : jobTitle(job, (id) => environments.find((one) => one.id === id)?.name)
}

/** A job that a person cancelled is not told of; one that ends as cancelled by itself has an error. */
function endOf({ job }: Happening): string {
  if (job?.outcome === 'TimedOut') return 'timed out'
  return job?.outcome === 'Cancelled' ? 'ended without a result' : 'failed'
}

function failedTests({ testRun }: Happening): string {
  if (!testRun || testRun.methodsFailed === 0) return 'The test run failed'
  const { methodsFailed, methodsCompleted } = testRun
  return `${methodsFailed} of ${methodsCompleted} ${methodsCompleted === 1 ? 'test' : 'tests'} failed`
}

const questions: Readonly<Record<string, string>> = {
  FlowOutConfirmDeployment: 'It asks whether to deploy.',
  ConfirmFlowIn: 'It asks whether to throw away what only the branch has.',
  MergeConflict: 'Both sides changed the same, and somebody has to decide.',
  DeviceCodeChallenge: 'Somebody has to sign in to the org.',
}

function question({ inquiry }: Happening): string[] {
  if (inquiry === null) return []
  const { subject, answerRequiredBeforeUtc } = inquiry
  const deadline =
    answerRequiredBeforeUtc === null
      ? []
      : [`The job ends when nobody answers until ${answerRequiredBeforeUtc.toUTCString()}.`]
  return [questions[subject] ?? 'It asks a question.', ...deadline]
}

const startedBy = (happening: Happening): string[] =>
  happening.startedBy === null ? [] : [`Started by ${happening.startedBy}.`]

const shortened = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
