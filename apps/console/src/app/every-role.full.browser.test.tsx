import type { AccessLevel } from '@sluice/contract/access-levels'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { forever } from '../testing/answers.ts'
import { renderAt } from '../testing/render-at.tsx'
import { sampleSchedule } from '../testing/sample-schedule.ts'
import {
  environmentAnswers,
  id,
  sampleEnvironment,
  sampleJob,
  sampleMember,
  sampleStack,
  sampleWorkspace,
} from '../testing/samples.ts'
import { sampleTestHistory, sampleTestResult, sampleTestRun } from '../testing/test-run-samples.ts'
import { sampleConflict, sampleMergeInquiry } from '../testing/visit-conflict.ts'
import { confirmation } from '../testing/visit-inquiry.ts'

const stack = '/workspaces/acme/stacks/core-crm'
const job = `${stack}/jobs/${id(70)}`

/** The screens, each with a control that is there once all of it has been drawn. */
const screens = {
  [`${stack}/jobs`]: 'Cancel',
  [job]: 'Cancel',
  [`${job}/inquiry/${id(80)}`]: 'Continue',
  [`${job}/conflict/${id(400)}`]: 'Continue',
  [`${stack}/test-runs`]: 'Columns',
  [`${stack}/test-runs/${id(82)}`]: 'Outcome',
  [`${stack}/schedules`]: 'Delete',
  [`${stack}/schedules/${id(81)}`]: 'Delete',
  [`${stack}/create-schedule`]: 'Next',
}

/** Opens a screen about things that another member has made. */
async function visit(address: string, accessLevel: AccessLevel) {
  const createdByUserId = id(91)
  const workspace = sampleWorkspace({ ownerUserId: id(91), members: [sampleMember({ accessLevel })] })
  const run = { id: id(82), createdByUserId }
  await renderAt(address, {
    pushed: {
      workspace,
      stacks: [sampleStack({ createdByUserId, environments: [sampleEnvironment({ createdByUserId })] })],
      schedules: [sampleSchedule({ id: id(81), createdByUserId })],
      apexTestRuns: [sampleTestRun(run)],
      jobs: [sampleJob({ createdByUserId, commandName: 'FlowOut', hasPendingInquiries: true })],
      inquiries: [address.includes('/conflict/') ? sampleMergeInquiry() : confirmation],
      conflicts: [sampleConflict()],
    },
    answers: {
      ...environmentAnswers,
      apexTestRuns: {
        get: sampleTestRun({ ...run, testResults: [sampleTestResult()] }),
        getHistory: sampleTestHistory,
      },
      jobs: { subscribeToProgress: forever },
      schedules: { validateCronExpression: ['2100-02-01T02:00:00.000Z'] },
      conflicts: { readFile: 'public class A {}' },
    },
  })
}

/** The name of a control, without the reason why it is closed. */
function nameOf(control: Element): string {
  const [reason] = control.querySelectorAll('[hidden]')
  const text = control.textContent.slice(0, -(reason?.textContent.length ?? 0) || undefined)
  return (control.getAttribute('aria-label') ?? text).trim()
}

/** What can be pressed, chosen or filled in on the page and in its navigation. */
const controls = () =>
  [...document.querySelectorAll('main :is(a, button, input, textarea, select), nav a')]
    .filter((each) => each.checkVisibility())
    .map(nameOf)

test.for(Object.entries(screens))(
  '[J-292] %s has the same for a Reader as for an Administrator',
  async ([address, last]) => {
    await visit(address, 'Administrator')
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(controls).toContain(last)
    const ofAdministrator = controls()
    await cleanup()
    await visit(address, 'Reader')
    await expect.poll(controls).toEqual(ofAdministrator)
  },
)
