import type { Mutant } from '../mutant.ts'

const errors = 'packages/contract/src/deployment-errors'
const causes = { file: `${errors}/root-causes.ts`, tests: [`${errors}/root-causes.test.ts`] }
const messages = { file: `${errors}/diagnose.ts`, tests: [`${errors}/diagnose.test.ts`] }
const jobs = 'apps/console/src/features/jobs'
const steps = { file: `${jobs}/steps.ts`, tests: [`${jobs}/steps.test.ts`] }
const folding = { file: `${jobs}/fold-repeats.ts`, tests: [`${jobs}/fold-repeats.test.ts`] }
const server = 'apps/server/src'
const progress = { file: `${server}/durable/progress.ts`, tests: [`${server}/durable/progress.test.ts`] }
const waits = {
  file: `${server}/environments/lock-waits.ts`,
  tests: [`${server}/environments/environment-lock.test.ts`],
  title: 'waits',
}
const ending = {
  file: `${server}/worker/job-end.ts`,
  tests: [`${server}/worker/worker.test.ts`],
  title: 'leaves behind',
}

/** Causes of failures, steps with their times, waits for other jobs, and what a job says of itself. */
export const jobPageMutants: readonly Mutant[] = [
  {
    id: 'contract/deployment-errors/consequences-are-causes',
    ...causes,
    from: 'if (next === undefined) return origin',
    to: 'return origin',
  },
  {
    id: 'contract/deployment-errors/warnings-stop-components',
    ...causes,
    from: ".filter(({ problem }) => problem.type === 'Error')",
    to: '',
  },
  {
    id: 'contract/deployment-errors/smallest-cause-first',
    ...causes,
    from: 'b.affected.length - a.affected.length',
    to: 'a.affected.length - b.affected.length',
  },
  {
    id: 'contract/deployment-errors/names-by-their-case',
    ...causes,
    from: 'typeAndName.toLowerCase()',
    to: 'typeAndName',
  },
  {
    id: 'contract/deployment-errors/chain-is-not-followed',
    ...messages,
    from: "return rest === '' ? text : rest",
    to: 'return text',
  },
  {
    id: 'contract/deployment-errors/long-texts-are-searched-whole',
    ...messages,
    from: 'const judgedCharacters = 2000',
    to: 'const judgedCharacters = 2_000_000',
  },
  {
    id: 'console/jobs/step-without-its-end',
    ...steps,
    from: "endedUtc ?? (job.status === 'Ended' ? job.endedUtc : null)",
    to: 'endedUtc',
  },
  {
    id: 'console/jobs/failed-step-succeeded',
    ...steps,
    from: "if (job.status === 'Ended') return job.outcome ?? 'Unknown'",
    to: '',
  },
  {
    id: 'console/jobs/two-runs-are-folded',
    ...folding,
    from: 'const leastRepeats = 3',
    to: 'const leastRepeats = 2',
  },
  {
    id: 'console/jobs/running-jobs-are-folded',
    ...folding,
    from: "if (first === undefined || first.status !== 'Ended') return",
    to: 'if (first === undefined) return',
  },
  {
    id: 'durable/progress/next-run-forgets-steps',
    ...progress,
    from: 'structuredClone([...earlier])',
    to: '[]',
  },
  {
    id: 'durable/progress/passed-step-ends-now',
    ...progress,
    from: 'endedBefore !== null && ',
    to: 'endedBefore === null && ',
  },
  {
    id: 'environments/lock-waits/later-requests-are-before',
    ...waits,
    from: 'other.sequence < ticket.sequence',
    to: 'other.sequence !== ticket.sequence',
  },
  {
    id: 'environments/lock-waits/readers-wait-for-readers',
    ...waits,
    from: '(isExclusive(ticket, id) || isExclusive(other, id))',
    to: 'true',
  },
  {
    id: 'worker/job-end/refused-effects-count',
    ...ending,
    from: "resolution !== 'Failed' && !wasRefused(name, result)",
    to: "resolution !== 'Failed'",
  },
  {
    id: 'worker/job-end/failed-effects-count',
    ...ending,
    from: "resolution !== 'Failed' && !wasRefused(name, result)",
    to: '!wasRefused(name, result)',
  },
  {
    id: 'console/jobs/part-of-an-org-comparison-run-again',
    file: `${jobs}/rerun-failed.ts`,
    from: "form.diffMode === 'Org' ? 'Auto' : form.diffMode",
    to: 'form.diffMode',
    tests: [`${jobs}/results/rerun-failed.browser.test.tsx`],
    title: 'becomes Auto',
  },
  {
    id: 'console/jobs/failed-of-a-merge-with-other-settings',
    file: `${jobs}/rerun-failed.ts`,
    from: 'return { ...settings, environments',
    to: 'return { ...settings, maxNumberAttempts: 5, environments',
    tests: [`${jobs}/results/rerun-failed.browser.test.tsx`],
    title: 'deploys with its settings what failed',
  },
  {
    id: 'console/jobs/reader-runs-failed-again',
    file: `${jobs}/results/rerun-failed-button.tsx`,
    from: "result.isCheckOnly ? 'startCheckOnlyFlow' : 'startFlow'",
    to: "'startCheckOnlyFlow'",
    tests: [`${jobs}/results/rerun-failed.browser.test.tsx`],
    title: 'who may not deploy',
  },
  {
    id: 'console/jobs/nothing-failed-is-run-again',
    file: `${jobs}/results/rerun-failed-button.tsx`,
    from: 'props.result.failures.length === 0 || environment === undefined',
    to: 'environment === undefined',
    tests: [`${jobs}/results/rerun-failed.browser.test.tsx`],
    title: 'there is no button where',
  },
  {
    id: 'console/jobs/failed-of-a-merge-that-no-branch-has',
    file: `${jobs}/results/flow-out-result.tsx`,
    from: 'isInBranch={commits !== null}',
    to: 'isInBranch',
    tests: [`${jobs}/results/rerun-failed.browser.test.tsx`],
    title: 'the button is disabled for a merge that was not pushed',
  },
  {
    id: 'console/job-page/type-heading-narrower-than-its-cards',
    file: 'apps/console/src/features/jobs/results/flow-out-component-table.tsx',
    from: '<tr {...place} className="cards:block">',
    to: '<tr {...place}>',
    tests: ['apps/console/src/features/jobs/results/flow-out-components.browser.test.tsx'],
    title: 'a page of 390 px',
  },
]
