import type { Mutant } from '../mutant.ts'

export const consoleStackMutants: readonly Mutant[] = [
  {
    id: 'console/wizard/back-of-the-first-step-stays',
    file: 'apps/console/src/platform/forms/wizard.tsx',
    from: 'current === 0 ? props.onLeave() : setCurrent(current - 1)',
    to: 'setCurrent(Math.max(0, current - 1))',
    tests: ['apps/console/src/features/stacks/create-stack.browser.test.tsx'],
    title: 'S-032',
  },
  {
    id: 'console/stacks/list-scrolls-sideways',
    file: 'apps/console/src/features/stacks/stacks.route.tsx',
    from: 'cardsBelowRem={62}',
    to: '',
    tests: ['apps/console/src/features/stacks/stacks.browser.test.tsx'],
    title: 'is wider than a window',
  },
  {
    id: 'console/members/everybody-is-owner',
    file: 'apps/console/src/features/members/member-columns.tsx',
    from: 'member.userId === ownerUserId ?',
    to: 'member.userId !== null ?',
    tests: ['apps/console/src/features/members/members.browser.test.tsx'],
  },
]
