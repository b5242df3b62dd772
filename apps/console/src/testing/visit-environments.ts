import type { Environment } from '@sluice/contract/environment'
import type { Sandbox } from '@sluice/contract/sandbox'
import type { StackWithEnvironments } from '@sluice/contract/stack'
import { renderAt, type Surroundings } from './render-at.tsx'
import { environmentAnswers, id, sampleEnvironment, sampleStack } from './samples.ts'

export const environmentsAddress = '/workspaces/acme/stacks/core-crm/environments'

export const sampleSandboxEnvironment = (changes: Partial<Environment> = {}): Environment =>
  sampleEnvironment({
    id: id(31),
    slug: 'qa',
    name: 'QA',
    isProduction: false,
    gitBranchName: 'env/qa',
    sfdcSandboxName: 'qa',
    ...changes,
  })

/** The sandbox of `sampleSandboxEnvironment`, as the production org knows it. */
export const sampleSandbox = (changes: Partial<Sandbox> = {}): Sandbox => ({
  id: '0GQ000000000001',
  orgId: '00D000000000009',
  stackId: id(2),
  name: 'qa',
  licenseType: 'DeveloperPro',
  description: 'Where the business tries them',
  status: 'Completed',
  statusGroup: 'succeeded',
  startedUtc: '2026-01-31T12:00:00.000Z',
  isCompleted: true,
  completedUtc: '2026-01-31T13:00:00.000Z',
  activatedUtc: '2026-01-31T14:00:00.000Z',
  isRefreshable: true,
  isDeletable: true,
  ...changes,
})

interface EnvironmentsPage extends Surroundings {
  stack?: Partial<StackWithEnvironments>
  /** The address below that of the list, such as `/qa/settings`. */
  below?: string
}

/** Opens the list, or a page below it, of a stack with these environments. */
export function visitEnvironments(environments: Environment[], page: EnvironmentsPage = {}) {
  const { stack, below = '', answers = {}, pushed, ...surroundings } = page
  return renderAt(environmentsAddress + below, {
    ...surroundings,
    pushed: { stacks: [sampleStack({ environments, ...stack })], ...pushed },
    answers: {
      ...answers,
      stacks: { ...environmentAnswers.stacks, ...answers.stacks },
      environments: { ...environmentAnswers.environments, ...answers.environments },
      differences: { ...environmentAnswers.differences, ...answers.differences },
    },
  })
}
