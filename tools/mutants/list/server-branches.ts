import type { Mutant } from '../mutant.ts'

export const serverBranchesMutants: readonly Mutant[] = [
  {
    id: 'server/flows/rewritten-history-is-merged',
    file: 'apps/server/src/commands/steps/org-changes/bring-org-changes.ts',
    from: 'await refuseRewritten(repository, { branch, head, had: [parity, attempt.headBefore] })',
    to: '',
    tests: ['apps/server/src/commands/rewritten-history.test.ts'],
    title: 'pushes nothing and says so',
  },
  {
    id: 'server/flows/commits-taken-back-end-the-job',
    file: 'apps/server/src/commands/steps/org-changes/bring-org-changes.ts',
    from: 'had: [parity, attempt.headBefore]',
    to: 'had: [attempt.headBefore]',
    tests: ['apps/server/src/commands/rewritten-history.test.ts'],
    title: 'does not restore a commit',
  },
  {
    id: 'server/flow-merge/rewritten-history-is-merged',
    file: 'apps/server/src/commands/flow-merge/push-merge.ts',
    from: 'await refuseRewritten(mirror.repository, { branch, head, had: [mergedInto] })',
    to: '',
    tests: ['apps/server/src/commands/rewritten-history.test.ts'],
    title: 'does not push into a branch',
  },
  {
    id: 'server/flow-merge/unrelated-branches-fail-in-git',
    file: 'apps/server/src/commands/steps/branch/merge-into-branch.ts',
    from: 'if ((await mergeBase(repository, ours, theirs)) === null) throw unrelatedFailure()',
    to: '',
    tests: ['apps/server/src/commands/rewritten-history.test.ts'],
    title: 'of branches that have no common commit',
  },
  {
    id: 'server/commit-message/long-subject',
    file: 'apps/server/src/commands/steps/org-changes/commit-subject.ts',
    from: 'named !== null && lengthOf(named) <= longest ? named',
    to: 'named !== null ? named',
    tests: ['apps/server/src/commands/steps/org-changes/commit-message.test.ts'],
  },
  {
    id: 'server/commit-message/types-that-do-not-fit-are-forgotten',
    file: 'apps/server/src/commands/steps/org-changes/commit-subject.ts',
    from: 'const rest = left === 0 ? []',
    to: 'const rest = left >= 0 ? []',
    tests: ['apps/server/src/commands/steps/org-changes/commit-message.test.ts'],
  },
  {
    id: 'server/commit-message/forged-trailer',
    file: 'apps/server/src/commands/steps/org-changes/commit-message.ts',
    from: 'componentName: oneLine(change.componentName),',
    to: '',
    tests: ['apps/server/src/commands/steps/org-changes/commit-message.test.ts'],
  },
]
