import type { Mutant } from '../mutant.ts'

const takeValues = 'packages/metadata/src/org-values/take-values.ts'
const unit = ['packages/metadata/src/org-values/take-values.test.ts']
const compared = ['apps/server/src/commands/steps/org-changes/org-changes.test.ts']
const userNames = 'packages/metadata/src/org-values/user-names.ts'
const ofSandbox = ['apps/server/src/commands/flow-in/user-names.test.ts']
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
    from: 'content && withoutOwnValues(path, inStoredForm(path, content, form))',
    to: 'content && inStoredForm(path, content, form)',
    tests: compared,
  },
  {
    id: 'org-values/portable-stack-keeps-what-git-holds',
    file: 'apps/server/src/commands/steps/org-changes/org-changes.ts',
    from: ' && (stored === before || input.storesForm !== true)) return unchanged',
    to: ') return unchanged',
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
    title: 'is never deployed over the secret',
  },
  {
    id: 'org-values/key-alone-is-deployed',
    file: 'apps/server/src/commands/steps/branch-changes/history-diff.ts',
    from: 'canHoldOwnValues(path) ? saysTheSame(path, before, after)',
    to: 'path === "" ? saysTheSame(path, before, after)',
    tests: flows,
    title: 'a key alone is nothing to deploy',
  },
  {
    id: 'org-values/suffix-of-any-sandbox',
    file: userNames,
    from: '\\.${escaped(sandboxName)}$`',
    to: '\\.[a-z0-9]+$`',
    tests: ['packages/metadata/src/org-values/user-names.test.ts'],
  },
  {
    id: 'org-values/suffix-of-what-is-no-user-name',
    file: userNames,
    from: '`^([^@]+@.+)',
    to: '`^(.+)',
    tests: ['packages/metadata/src/org-values/user-names.test.ts'],
  },
  {
    id: 'org-values/suffix-is-committed',
    file: 'packages/metadata/src/org-values/stored-form.ts',
    from: 'sandboxName === null || ',
    to: "sandboxName !== '' || ",
    tests: ofSandbox,
    title: 'its name behind them',
  },
  {
    id: 'org-values/suffix-of-git-stays',
    file: 'apps/server/src/commands/steps/org-changes/org-changes.ts',
    from: ' && (stored === before || input.storesForm !== true)) return unchanged',
    to: ') return unchanged',
    tests: ofSandbox,
    title: 'that Git holds from before',
  },
  {
    id: 'org-values/suffix-is-a-difference-to-deploy',
    file: 'apps/server/src/commands/flow-out/make-diff.ts',
    from: 'const form = { ...asReturned, sandboxName }',
    to: 'const form = { ...asReturned, sandboxName: sandboxName && null }',
    tests: ofSandbox,
    title: 'a flow out deploys those of production',
  },
  {
    id: 'org-values/suffix-is-a-change-to-overwrite',
    file: 'apps/server/src/commands/flow-out/clobber/compare-clobber.ts',
    from: 'const form = { ...asReturned, sandboxName: input.sandboxName }',
    to: 'const form = asReturned',
    tests: ofSandbox,
    title: 'a flow out deploys those of production',
  },
]
