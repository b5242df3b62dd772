import type { Mutant } from '../mutant.ts'

const folder = 'apps/console/src/features/differences'
const environments = 'apps/console/src/features/environments'

export const consoleDifferenceMutants: readonly Mutant[] = [
  {
    id: 'console/differences/deploys-over-changes-of-the-org',
    file: `${folder}/difference-text.ts`,
    from: "if (changedInOrg > 0) return 'flowIn'",
    to: "if (changedInOrg > 0 && !toDeploy) return 'flowIn'",
    tests: [`${folder}/difference-text.test.ts`],
  },
  {
    id: 'console/differences/unknown-org-counts-as-unchanged',
    file: `${folder}/difference-text.ts`,
    from: "if (changedInOrg === null) return 'check'",
    to: "if (changedInOrg === null) return toDeploy ? 'flowOut' : 'check'",
    tests: [`${folder}/difference-text.test.ts`],
  },
  {
    id: 'console/differences/unknown-side-reads-as-no-difference',
    file: `${folder}/difference-text.ts`,
    from: "toDeploy === null || changedInOrg === null ? null : 'No difference'",
    to: "'No difference'",
    tests: [`${folder}/difference-text.test.ts`],
  },
  {
    id: 'console/differences/both-sides-count-once',
    file: `${folder}/difference-filter.ts`,
    from: "if (part === 'both') return directionOf(component) === 'both'",
    to: "if (part !== 'both' && directionOf(component) === 'both') return false",
    tests: [`${folder}/difference-filter.test.ts`],
  },
  {
    id: 'console/differences/every-component-in-the-page',
    file: `${folder}/component-list.tsx`,
    from: 'max-h-[70dvh] overflow-auto',
    to: '',
    tests: [`${folder}/difference.browser.test.tsx`],
    title: 'of five thousand components',
  },
  {
    id: 'console/differences/list-of-an-old-revision',
    file: `${folder}/difference.query.ts`,
    from: "queryKey: [polled, 'difference', place.environment.id, revision],",
    to: "queryKey: [polled, 'difference', place.environment.id],",
    tests: [`${folder}/difference.browser.test.tsx`],
    title: 'a new revision',
  },
  {
    id: 'console/differences/why-nobody-looked-is-not-said',
    file: `${folder}/last-look.tsx`,
    from: '[...new Set([branch.reason, org.reason])]',
    to: '[branch.reason]',
    tests: [`${environments}/environment-flow.browser.test.tsx`],
    title: 'why the org was not looked at',
  },
  {
    id: 'console/differences/nobody-tells-that-the-stack-is-looked-at',
    file: `${environments}/environments.route.tsx`,
    from: 'useWatchDifferences()\n',
    to: '\n',
    tests: [`${environments}/environments-difference.browser.test.tsx`],
    title: 'the server is told',
  },
  {
    id: 'console/differences/cut-list-without-a-way-to-the-rest',
    file: `${folder}/short-list.tsx`,
    from: 'total > components.length ?',
    to: 'total < components.length ?',
    tests: [`${environments}/environment-flow.browser.test.tsx`],
    title: 'a long list is cut',
  },
  {
    id: 'console/environments/jobs-of-other-environments',
    file: `${environments}/recent-jobs.tsx`,
    from: '({ environmentId }) => environmentId === id',
    to: "({ environmentId }) => environmentId !== ''",
    tests: [`${environments}/environment-flow.browser.test.tsx`],
    title: 'the latest jobs',
  },
]
