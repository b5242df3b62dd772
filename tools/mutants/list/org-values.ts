import type { Mutant } from '../mutant.ts'

const takeValues = 'packages/metadata/src/org-values/take-values.ts'
const unit = ['packages/metadata/src/org-values/take-values.test.ts']
const compared = ['apps/server/src/commands/steps/org-changes/org-changes.test.ts']
const flows = ['apps/server/src/commands/flow-out/values-of-one-org.test.ts']

export const orgValuesMutants: readonly Mutant[] = [
  {
    id: 'org-values/secrets-are-deployed',
    file: takeValues,
    from: 'return replaced(withoutSecrets(path, content), from, others)',
    to: 'return replaced(content, from, others)',
    tests: unit,
  },
  {
    id: 'org-values/required-value-is-left-out-of-a-new-component',
    file: takeValues,
    from: ' && !(value.isRequired && from === null)',
    to: '',
    tests: unit,
  },
  {
    id: 'org-values/second-value-takes-a-stale-place',
    file: takeValues,
    from: 'document = readWellFormed(result)',
    to: '',
    tests: unit,
  },
  {
    id: 'org-values/conflict-about-a-key',
    file: 'packages/metadata/src/merge/volatile.ts',
    from: ' || isOwnValue(plainPath)',
    to: '',
    tests: unit,
  },
  {
    id: 'org-values/removed-value-conflicts',
    file: 'packages/metadata/src/merge/element.ts',
    from: 'if (isOwnValue(merge.plainPath)) return null',
    to: '',
    tests: unit,
  },
  {
    id: 'org-values/undeployed-component-compared-with-its-key',
    file: 'apps/server/src/commands/steps/org-changes/org-changes.ts',
    from: 'const compared = (content: Uint8Array | null) => content && withoutOwnValues(path, content)',
    to: 'const compared = (content: Uint8Array | null) => content',
    tests: compared,
  },
  {
    id: 'org-values/portable-stack-keeps-what-git-holds',
    file: 'apps/server/src/commands/steps/org-changes/org-changes.ts',
    from: 'if (saysTheSame(path, before, content) && !hasValuesToLeaveOut(input, path, before)) return unchanged',
    to: 'if (saysTheSame(path, before, content)) return unchanged',
    tests: flows,
    title: 'a key that Git holds from before',
  },
  {
    id: 'org-values/setting-has-no-effect',
    file: 'apps/server/src/commands/steps/org-changes/org-commits.ts',
    from: 'leavesOutOwnValues: session.stack.ensureMetadataIsPortable,',
    to: 'leavesOutOwnValues: false,',
    tests: ['apps/server/src/commands/stack-settings.test.ts'],
  },
  {
    id: 'org-values/key-of-git-is-deployed',
    file: 'apps/server/src/commands/flow-out/target-files.ts',
    from: 'if (!canHoldOwnValues(path)) yield entry',
    to: 'if (path !== entry.path || targetFiles.size >= 0) yield entry',
    tests: flows,
    title: 'keeps the key of its target',
  },
  {
    id: 'org-values/target-is-not-asked',
    file: 'apps/server/src/commands/flow-out/target-files.ts',
    from: 'if (holders.length === 0) return',
    to: 'if (holders.length >= 0) return',
    tests: flows,
    title: 'keeps the key of its target',
  },
  {
    id: 'org-values/key-alone-is-deployed',
    file: 'apps/server/src/commands/flow-out/history-diff.ts',
    from: 'canHoldOwnValues(path) ? saysTheSame(path, before, after)',
    to: 'path === "" ? saysTheSame(path, before, after)',
    tests: flows,
    title: 'a key alone is nothing to deploy',
  },
]
