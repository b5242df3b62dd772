import type { Mutant } from '../mutant.ts'

export const serverUndeployedMutants: readonly Mutant[] = [
  {
    id: 'server/undeployed/formatting-is-a-change-of-the-org',
    file: 'apps/server/src/commands/steps/org-changes/org-changes.ts',
    from: 'isInForm && isSame(content, parity)',
    to: 'isInForm && Buffer.from(content ?? []).equals(Buffer.from(parity ?? []))',
    tests: ['apps/server/src/commands/flow-in/undeployed-overlay.test.ts'],
  },
  {
    id: 'server/undeployed/branch-by-now-is-not-asked',
    file: 'apps/server/src/commands/steps/org-changes/make-org-commits.ts',
    from: 'headFiles: () => (headFiles ??= filesOf(input.head)),',
    to: '',
    tests: ['apps/server/src/commands/flow-in/undeployed-overlay.test.ts'],
  },
  {
    id: 'server/undeployed/one-agreed-element-settles-all',
    file: 'apps/server/src/commands/steps/org-changes/agreed-changes.ts',
    from: 'found.conflicts.filter((identity) => !keys.has(componentKey(identity)))',
    to: 'keys.size > 0 ? [] : found.conflicts',
    tests: ['apps/server/src/commands/steps/org-changes/agreed-changes.test.ts'],
  },
  {
    id: 'server/undeployed/unreadable-branch-ends-the-job',
    file: 'apps/server/src/commands/steps/org-changes/agreed-changes.ts',
    from: 'if (error instanceof XmlError) return []',
    to: '',
    tests: ['apps/server/src/commands/steps/org-changes/agreed-changes.test.ts'],
  },
  {
    id: 'server/include-specs/excluded-is-deployed',
    file: 'apps/server/src/commands/flow-out/make-diff.ts',
    from: 'found.filter((change) => isIncluded(specs, change.identity))',
    to: 'found.filter((change) => isIncluded(specs, change.identity) || true)',
    tests: ['apps/server/src/commands/flow-in/include-specs-narrowed.test.ts'],
    title: 'what a developer removes from Git together with its include spec stays in the org, in diff mode',
  },
  {
    id: 'server/flow-out/attempt-offers-what-it-left-out',
    file: 'apps/server/src/commands/flow-out/flow-out-output.ts',
    from: 'diffResult: await diffResultOf(included)',
    to: 'diffResult: await diffResultOf(changes)',
    tests: ['apps/server/src/commands/flow-out/result-of-flow-out.test.ts'],
    title: 'J-087',
  },
]
