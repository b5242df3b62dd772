import type { Mutant } from '../mutant.ts'

const server = 'apps/server/src'
const command = `${server}/commands/flow-merge`
const console = 'apps/console/src/features/job-submission'
const scenario = [`${command}/flow-merge.test.ts`]
const conflicts = [`${command}/flow-merge-conflicts.test.ts`]
const provisioning = [`${server}/jobs/flow-merge-provisioning.test.ts`]
const dialog = [`${console}/flow-merge-dialog.browser.test.tsx`]

export const flowMergeMutants: readonly Mutant[] = [
  {
    id: 'flow-merge/asks-before-the-other-part',
    file: `${server}/commands/steps/branch/merge-asking-people.ts`,
    from: '  await turn?.()\n',
    to: '',
    tests: conflicts,
  },
  {
    id: 'flow-merge/asks-in-a-check',
    file: `${command}/merge-branches.ts`,
    from: 'context: asksPeople(input) ? conflictContext(environments) : null,',
    to: 'context: conflictContext(environments),',
    tests: conflicts,
    title: 'and is only a check ends',
  },
  {
    id: 'flow-merge/pushed-after-failed-deployment',
    file: `${command}/flow-merge.ts`,
    from: 'await finishMerge(merged, false)',
    to: 'await finishMerge(merged, true)',
    tests: scenario,
  },
  {
    id: 'flow-merge/parity-before-flow-in',
    file: `${command}/flow-merge.ts`,
    from: 'outbound: flowIn.brought.parity,',
    to: 'outbound: parity.outbound,',
    tests: scenario,
    title: 'whose deployment fails',
  },
  {
    id: 'flow-merge/push-not-again',
    file: `${command}/push-merge.ts`,
    from: 'if (number === maxAttempts)',
    to: 'if (number === 1)',
    tests: scenario,
    title: 'moves after its push was planned',
  },
  {
    id: 'flow-merge/sides-swapped',
    file: `${command}/merge-branches.ts`,
    from: '{ ours: target.commitHash, theirs: source.commitHash }',
    to: '{ ours: source.commitHash, theirs: target.commitHash }',
    tests: scenario,
  },
  {
    id: 'flow-merge/flow-in-of-each-target',
    file: `${server}/jobs/flow-merge-provisioning.ts`,
    from: 'noSourceIn: template.noSourceIn || sharesFlowIn,',
    to: 'noSourceIn: template.noSourceIn,',
    tests: provisioning,
  },
  {
    id: 'flow-merge/source-without-right',
    file: `${server}/jobs/flow-merge-provisioning.ts`,
    from: '?? missingOnSource',
    to: '',
    tests: provisioning,
  },
  {
    id: 'flow-merge/read-lock-excludes',
    file: `${server}/environments/environment-lock.ts`,
    from: "sharedEnvironmentIds.includes(environmentId) ? 'Shared' : mode",
    to: 'sharedEnvironmentIds.includes(environmentId) ? mode : mode',
    tests: [`${server}/environments/environment-lock.test.ts`],
  },
  {
    id: 'flow-merge/left-out-settings-checked',
    file: `${console}/flow-merge-resolver.ts`,
    from: 'checked(withoutLeftOut(form), context, options)',
    to: 'checked(form, context, options)',
    tests: dialog,
  },
]
