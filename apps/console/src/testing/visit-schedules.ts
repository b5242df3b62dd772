import type { Schedule } from '@sluice/contract/schedule'
import { page } from 'vitest/browser'
import type { Answers } from './answers.ts'
import { renderAt } from './render-at.tsx'
import {
  environmentAnswers,
  id,
  sampleEnvironment,
  sampleMember,
  sampleStack,
  sampleWorkspace,
} from './samples.ts'

export const schedulesPath = '/workspaces/acme/stacks/core-crm/schedules'

/** Times of the check of a recurrence; more than the console shows. */
export const upcomingTimes = [1, 2, 3, 4, 5, 6].map((day) => `2100-02-0${day}T02:00:00.000Z`)

const environments = [
  sampleEnvironment(),
  sampleEnvironment({ id: id(31), slug: 'uat', name: 'UAT', isProduction: false, gitBranchName: 'env/uat' }),
]

interface Visit {
  schedules?: Schedule[]
  answers?: Answers['schedules']
  accessLevel?: 'Reader' | 'Operator' | 'Administrator'
}

/** Opens a page of a stack with these schedules; the server accepts every recurrence where the test says nothing. */
export const visitSchedules = (
  address: string,
  { schedules = [], answers = {}, accessLevel = 'Administrator' }: Visit = {},
) =>
  renderAt(address, {
    pushed: {
      workspace: sampleWorkspace({
        ownerUserId: accessLevel === 'Administrator' ? id(90) : id(99),
        members: [sampleMember({ accessLevel })],
      }),
      stacks: [sampleStack({ environments })],
      schedules,
    },
    answers: { ...environmentAnswers, schedules: { validateCronExpression: upcomingTimes, ...answers } },
  })

export const buttonOf = (name: string) => page.getByRole('button', { name, exact: true })
export const rowOf = (name: RegExp) => page.getByRole('row', { name })
