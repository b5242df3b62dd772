import type { Mutant } from '../mutant.ts'

const folder = 'apps/server/src/commands/flow-out'
const tests = [`${folder}/quick-deploy/quick-deploy.test.ts`]
const contract = {
  file: 'packages/contract/src/job-commands/quick-deploy.ts',
  tests: ['packages/contract/src/job-commands/quick-deploy.test.ts'],
}
const provisioning = {
  file: 'apps/server/src/jobs/quick-deploy-provisioning.ts',
  tests: ['apps/server/src/jobs/quick-deploy-provisioning.test.ts'],
}
const page = {
  file: 'apps/console/src/features/jobs/results/deploy-now.tsx',
  tests: ['apps/console/src/features/jobs/results/deploy-now.browser.test.tsx'],
}

export const quickDeployMutants: readonly Mutant[] = [
  {
    id: 'contract/quick-deploy/eleven-days',
    ...contract,
    from: 'const deployableDays = 10',
    to: 'const deployableDays = 11',
  },
  {
    id: 'contract/quick-deploy/moved-branch-is-deployed',
    ...contract,
    from: 'headCommitHash !== null && headCommitHash !== validation.headCommitHash',
    to: 'headCommitHash === null',
  },
  {
    id: 'contract/quick-deploy/days-are-rounded-up',
    ...contract,
    from: 'Math.floor(remainingMs',
    to: 'Math.ceil(remainingMs',
  },
  {
    id: 'server/quick-deploy/failed-check-is-deployed',
    ...provisioning,
    from: " && outcome === 'Succeeded'",
    to: '',
  },
  {
    id: 'server/quick-deploy/flow-out-that-deployed-is-deployed-again',
    ...provisioning,
    from: "commandName === 'FlowOut' && isCheckOnly &&",
    to: "commandName === 'FlowOut' &&",
  },
  {
    id: 'server/quick-deploy/a-reader-deploys',
    ...provisioning,
    from: "'startFlow', environment",
    to: "'startCheckOnlyFlow', environment",
  },
  {
    id: 'server/quick-deploy/deployed-validation-is-taken-again',
    file: 'apps/server/src/jobs/job-store.ts',
    from: "or(ne(job.status, 'Ended'), eq(job.outcome, 'Succeeded'))",
    to: "ne(job.status, 'Ended')",
    tests: provisioning.tests,
  },
  {
    id: 'server/quick-deploy/two-calls-make-two-jobs',
    file: 'apps/server/src/jobs/job-store.ts',
    from: "    .for('update')\n",
    to: '',
    tests: provisioning.tests,
  },
  {
    id: 'server/quick-deploy/validation-without-tests',
    file: `${folder}/quick-deploy/make-validation.ts`,
    from: '  if (last.tests.length === 0) return null\n',
    to: '',
    tests,
    title: 'no tests ran',
  },
  {
    id: 'server/quick-deploy/other-delta-is-deployed',
    file: `${folder}/quick-deploy/load-validation.ts`,
    from: ' && validation.deltaHash === deltaHashOf(diff.changes)',
    to: '',
    tests,
    title: 'the delta has other components',
  },
  {
    id: 'server/quick-deploy/delta-found-in-another-way',
    file: `${folder}/quick-deploy/load-validation.ts`,
    from: 'validation.isByHistory === (since !== null) && ',
    to: '',
    tests,
    title: 'the delta is found in another way',
  },
  {
    id: 'server/quick-deploy/change-of-the-org-is-overwritten',
    file: `${folder}/clobber/clobber-guard.ts`,
    from: 'if (validated !== null && finding.fingerprint !== validated) return changedSinceValidation',
    to: '',
    tests,
    title: 'a component was changed in the org',
  },
  {
    id: 'server/quick-deploy/late-change-of-the-org-is-overwritten',
    file: `${folder}/clobber/clobber-guard.ts`,
    from: "(strategy === 'Accept' && validated === null)",
    to: "strategy === 'Accept'",
    tests,
    title: 'with strategy',
  },
  {
    id: 'server/quick-deploy/archive-is-sent',
    file: `${folder}/attempt-loop.ts`,
    from: 'content: validation === null ? { archive } : { validationId: validation.deploymentId }',
    to: 'content: { archive }',
    tests,
    title: 'without its tests',
  },
  {
    id: 'server/quick-deploy/what-failed-is-not-left-out',
    file: `${folder}/attempt-loop.ts`,
    from: 'validation?.excludedKeys ?? [...absentEntries.keys(), ...leftOutByPeople.keys()]',
    to: '[...absentEntries.keys(), ...leftOutByPeople.keys()]',
    tests,
    title: 'leaves out what failed',
  },
  {
    id: 'server/quick-deploy/failed-deployment-is-tried-again',
    file: `${folder}/attempt-loop.ts`,
    from: 'return validation === null ? decideAfterAttempt',
    to: 'return validation !== undefined ? decideAfterAttempt',
    tests,
    title: 'not tried again',
  },
  {
    id: 'server/quick-deploy/lease-is-not-confirmed',
    file: `${folder}/deploy-content.ts`,
    from: '    await beforeLastBytes()\n',
    to: '',
    tests,
    title: 'lost at deploy.upload',
  },
  {
    id: 'server/flow-out/part-in-the-org-is-denied',
    file: `${folder}/what-is-deployed.ts`,
    from: "partsDone === 0) return 'Nothing",
    to: "partsDone < 2) return 'Nothing",
    tests: [`${folder}/clobber/clobber-finding.test.ts`],
  },
  {
    id: 'console/quick-deploy/deployed-twice',
    ...page,
    from: "outcome === 'Succeeded')) return 'It was deployed.'",
    to: "outcome === 'Failed')) return 'It was deployed.'",
  },
  {
    id: 'console/quick-deploy/branch-not-looked-at',
    ...page,
    from: '      headCommitHash: head.hash,',
    to: '      headCommitHash: null,',
  },
  {
    id: 'console/quick-deploy/deploys-without-a-question',
    ...page,
    from: 'onClick={() => setAsking(true)}',
    to: '',
  },
]
