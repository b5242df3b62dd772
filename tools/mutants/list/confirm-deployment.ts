import type { Mutant } from '../mutant.ts'

const flowOut = 'apps/server/src/commands/flow-out'
const inquiries = 'apps/console/src/features/inquiries'
const tests = [`${flowOut}/confirm/confirm-deployment.test.ts`]

export const confirmDeploymentMutants: readonly Mutant[] = [
  {
    id: 'server/confirm/never-asked',
    file: `${flowOut}/diff-mode.ts`,
    from: 'asks: !flow.input.noConfirm',
    to: 'asks: false',
    tests,
    title: 'who says no',
  },
  {
    id: 'server/confirm/agreed-to-later-changes',
    file: `${flowOut}/clobber/clobber-guard.ts`,
    from: '!shown.has(JSON.stringify(one)) && isDeployed(one)',
    to: 'shown.size === 0 && isDeployed(one)',
    tests,
    title: 'with each strategy',
  },
  {
    id: 'server/confirm/left-out-counts-as-overwritten',
    file: `${flowOut}/clobber/clobber-guard.ts`,
    from: '!shown.has(JSON.stringify(one)) && isDeployed(one)',
    to: '!shown.has(JSON.stringify(one))',
    tests,
    title: 'to what was left out stops nothing',
  },
  {
    id: 'server/confirm/exclusions-reset',
    file: `${flowOut}/attempts.ts`,
    from: 'rules.resetExclusions ? state.alwaysExcluded : state.excluded',
    to: 'rules.resetExclusions ? [] : state.excluded',
    tests: [`${flowOut}/attempts.test.ts`],
  },
  {
    id: 'server/confirm/excluded-counts-as-failed',
    file: `${flowOut}/flow-out-output.ts`,
    from: "one.reason === 'DeploymentProblems' && keys.has(componentKey(one))",
    to: "one.reason !== 'DeploymentProblems' && keys.has(componentKey(one))",
    tests,
    title: 'J-100',
  },
  {
    id: 'server/confirm/earlier-exclusions-forgotten',
    file: `${flowOut}/confirm/confirmation-prompt.ts`,
    from: 'isExcludedByUser(one.problems) && inDelta',
    to: '!isExcludedByUser(one.problems) && inDelta',
    tests,
    title: 'J-100',
  },
  {
    id: 'console/confirm/earlier-exclusions-are-deployed',
    file: `${inquiries}/confirm-deployment.tsx`,
    from: 'answer?.excludedComponents ?? excludedComponents',
    to: 'answer?.excludedComponents ?? []',
    tests: [`${inquiries}/confirm-deployment.browser.test.tsx`],
  },
  {
    id: 'console/confirm/elements-not-found',
    file: `${inquiries}/deployment-groups.ts`,
    from: ' || items.some(({ name }) => has(name))',
    to: '',
    tests: [`${inquiries}/deployment-groups.test.ts`],
  },
]
