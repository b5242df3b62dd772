import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Answers } from '../testing/answers.ts'
import { differenceAnswers } from '../testing/difference-samples.ts'
import { renderAt } from '../testing/render-at.tsx'
import { classPath, hashes, repositoryAnswers } from '../testing/repository-samples.ts'
import { sampleSchedule } from '../testing/sample-schedule.ts'
import {
  environmentAnswers,
  id,
  sampleEnvironment,
  sampleInvitation,
  sampleJob,
  sampleMember,
  sampleStack,
  sampleUser,
  sampleWorkspace,
} from '../testing/samples.ts'
import {
  sampleCoverage,
  sampleTestHistory,
  sampleTestResult,
  sampleTestRun,
} from '../testing/test-run-samples.ts'
import { sampleConflict, sampleFile } from '../testing/visit-conflict.ts'
import { sampleSandboxEnvironment } from '../testing/visit-environments.ts'
import { confirmation } from '../testing/visit-inquiry.ts'

const stack = '/workspaces/acme/stacks/core-crm'
const environment = `${stack}/environments/production`
const repository = `${stack}/repository`
const job = `${stack}/jobs/${id(70)}`
const query = `path=${encodeURIComponent(classPath)}`

/** The addresses of the product that show data, each of a page of its own. */
const addresses = [
  '/create-workspace',
  '/profile',
  '/samples',
  '/accounts',
  '/undelivered-mail',
  '/nowhere',
  '/workspaces/acme/settings',
  '/workspaces/acme/members',
  '/workspaces/acme/invitations',
  '/workspaces/acme/create-stack',
  '/workspaces/acme/notification-deliveries',
  '/workspaces/acme/stacks',
  `${stack}/settings`,
  `${stack}/create-environment`,
  `${stack}/environments`,
  ...['flow', 'difference', 'settings', 'salesforce', 'undeployed', 'advanced'].map(
    (tab) => `${environment}/${tab}`,
  ),
  `${stack}/create-schedule`,
  `${stack}/schedules`,
  `${stack}/schedules/${id(81)}`,
  repository,
  `${repository}/commits/main`,
  `${repository}/commit/${hashes.newest}`,
  `${repository}/tree/main`,
  `${repository}/file/main?${query}`,
  `${repository}/compare`,
  `${repository}/compare/main/qa`,
  `${stack}/test-runs`,
  `${stack}/test-runs/${id(82)}`,
  `${stack}/jobs`,
  job,
  `${job}/inquiry/${id(80)}`,
  `${job}/conflict/${id(400)}`,
]

const long = 'Northbeam Lighting International Holding'
const environments = [
  sampleEnvironment({ tags: { stage: 'production', region: 'europe-west' } }),
  sampleSandboxEnvironment({ name: `${long} acceptance`, tags: { stage: 'qa' } }),
]
const member = sampleMember()
const pushed = {
  workspace: sampleWorkspace({ members: [member], invitations: [sampleInvitation()] }),
  stacks: [sampleStack({ name: long, environments, gitRepositoryIsManaged: true })],
  schedules: [sampleSchedule({ id: id(81) })],
  apexTestRuns: [sampleTestRun({ id: id(82) })],
  jobs: [
    sampleJob({ hasPendingInquiries: true }),
    sampleJob({ id: id(71), status: 'Ended', outcome: 'Succeeded', endedUtc: '2026-01-31T12:00:00.000Z' }),
  ],
  inquiries: [confirmation],
  conflicts: [sampleConflict({ files: [sampleFile(1), sampleFile(2)] })],
}
const answers: Answers = {
  ...environmentAnswers,
  differences: differenceAnswers,
  repository: repositoryAnswers,
  apexTestRuns: {
    get: sampleTestRun({ id: id(82), testResults: [sampleTestResult()], coverage: [sampleCoverage()] }),
    getHistory: sampleTestHistory,
  },
  jobs: { subscribeToProgress: () => new Promise(() => undefined) },
  users: { listUndeliveredMail: [] },
  accounts: { list: { accounts: [], nextAfter: null } },
  notifications: { listWebhooks: [], listDeliveries: [], listChoices: [] },
  schedules: { validateCronExpression: ['2100-02-01T02:00:00.000Z'] },
}

const least = 360
const most = 1400
const step = 20

/** Gives the window of the test a width, through the frame that it is in. */
function narrowTo(width: number): void {
  globalThis.frameElement?.setAttribute('style', `width: ${width}px; height: 800px`)
  expect(globalThis.innerWidth).toBe(width)
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** By how much the window and the part below the top bar are narrower than what they hold. */
function excess(): number {
  const content = document.querySelector('main')?.parentElement
  return Math.max(
    ...[document.documentElement, content].map((each) => (each ? each.scrollWidth - each.clientWidth : 0)),
  )
}

/** Tables choose their layout in a frame after the one that changes their width. */
async function settled() {
  const mostFrames = 6
  await nextFrame()
  for (let frames = 0; excess() > 0 && frames < mostFrames; frames += 1) await nextFrame()
}

// Each page is laid out 53 times, which a busy machine does slowly.
const timeout = 120_000

test.for(addresses)('%s scrolls sideways at no width', { timeout }, async (address) => {
  await page.viewport(most, 800)
  const style = globalThis.frameElement?.getAttribute('style') ?? ''
  onTestFinished(async () => {
    globalThis.frameElement?.setAttribute('style', style)
    await page.viewport(1280, 800)
  })
  await renderAt(address, { pushed, answers, user: sampleUser({ isGlobalAdministrator: true }) })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const tooNarrow: string[] = []
  for (let width = most; width >= least; width -= step) {
    narrowTo(width)
    await settled()
    if (excess() > 0) tooNarrow.push(`${width}: ${excess()}`)
  }
  expect(tooNarrow).toEqual([])
})
