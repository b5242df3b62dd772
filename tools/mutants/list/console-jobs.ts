import type { Mutant } from '../mutant.ts'

const folder = 'apps/console/src/features/jobs'
const rowTests = [`${folder}/jobs-rows.browser.test.tsx`]
const componentTests = [`${folder}/results/flow-out-components.browser.test.tsx`]

export const consoleJobsMutants: readonly Mutant[] = [
  {
    id: 'console/jobs/remembered-filter-wins',
    file: 'apps/console/src/platform/tables/use-list-filter.ts',
    from: 'ofAddress ?? { filter, choice, status, onlyMine }',
    to: '{ filter, choice, status, onlyMine }',
    tests: rowTests,
  },
  {
    id: 'console/jobs/settings-hide-the-error',
    file: `${folder}/job-detail.ts`,
    from: 'if (job.error) return job.error.message',
    to: '',
    tests: rowTests,
  },
  {
    id: 'console/jobs/yesterday-by-its-date',
    file: `${folder}/job-groups.ts`,
    from: "day === formatDay(yesterday.getTime()) ? 'Yesterday' : day",
    to: 'day',
    tests: rowTests,
  },
  {
    id: 'console/jobs/failed-start-named-as-refusal',
    file: `${folder}/rerun-many-dialog.tsx`,
    from: 'error instanceof RefusedJobs',
    to: 'error instanceof Error',
    tests: rowTests,
  },
  {
    id: 'console/jobs/csv-formula-runs',
    file: `${folder}/results/csv.ts`,
    from: "/^[=+\\-@\\t\\r]/.test(text) ? `'${text}` : text",
    to: 'text',
    tests: componentTests,
  },
  {
    id: 'console/jobs/failed-deployment-counts-components',
    file: `${folder}/results/flow-out-sentence.ts`,
    from: 'if (!isSuccessful) return',
    to: 'if (isSuccessful && failures.length > 1) return',
    tests: componentTests,
  },
  {
    id: 'console/jobs/time-left-of-what-is-done',
    file: `${folder}/progress-rate.ts`,
    from: '(elapsed / itemsCompleted) * (itemsTotal - itemsCompleted)',
    to: '(elapsed / itemsCompleted) * itemsCompleted',
    tests: [`${folder}/progress-rate.test.ts`],
  },
  {
    id: 'console/jobs/names-of-overwritten-components-last-on-phones',
    file: 'apps/console/src/features/jobs/results/result-table.tsx',
    from: 'cards:order-first cards:block',
    to: 'cards:block',
    tests: ['apps/console/src/features/inquiries/confirm-deployment.browser.test.tsx'],
    title: 'of 390 px',
  },
  {
    id: 'console/jobs/results-wider-than-phones',
    file: 'apps/console/src/features/jobs/results/result-table.tsx',
    from: 'neededRem: columns.length > 4 ? 42 : 35',
    to: "className: 'min-w-176'",
    tests: ['apps/console/src/features/inquiries/confirm-deployment.browser.test.tsx'],
    title: 'of 390 px',
  },
  {
    id: 'console/environments/phones-hide-why-a-component-stays-out',
    file: 'apps/console/src/features/environments/undeployed-table.tsx',
    from: "text-fg-2 whitespace-nowrap max-md:block max-md:border-0 max-md:py-0'",
    to: "text-fg-2 whitespace-nowrap'",
    tests: ['apps/console/src/features/environments/environment-undeployed.browser.test.tsx'],
    title: 'of 390 px',
  },
]
