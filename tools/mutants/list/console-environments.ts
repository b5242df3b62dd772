import type { Mutant } from '../mutant.ts'

const environments = 'apps/console/src/features/environments'
const tags = 'apps/console/src/features/environment-tags'

export const consoleEnvironmentMutants: readonly Mutant[] = [
  {
    id: 'console/tables/scrolls-before-it-becomes-cards',
    file: 'apps/console/src/platform/tables/table-layout.ts',
    from: 'const fits = frameRem - scrollBarRem >= neededRem',
    to: 'const fits = frameRem >= neededRem',
    tests: ['apps/console/src/platform/tables/table-layout.test.ts'],
  },
  {
    id: 'console/tables/k-moves-like-j',
    file: 'apps/console/src/platform/tables/row-actions.ts',
    from: "const step = event.key === 'j' ? 1 : -1",
    to: 'const step = 1',
    tests: [`${environments}/environments-table.browser.test.tsx`],
  },
  {
    id: 'console/environments/selected-tab-out-of-view',
    file: `${environments}/environment-tabs.tsx`,
    from: "selected?.scrollIntoView({ block: 'nearest', inline: 'nearest' })",
    to: '',
    tests: [`${environments}/environments-table.browser.test.tsx`],
  },
  {
    id: 'console/environments/old-org-info-stays',
    file: `${environments}/salesforce-info.query.ts`,
    from: 'Math.max(pollMs, freshFor(data, Date.now()))',
    to: 'staleAfterMs',
    tests: [`${environments}/environments-polling.browser.test.tsx`],
  },
  {
    id: 'console/environments/sandboxes-of-an-uninitialized-stack',
    file: `${environments}/sandboxes.query.ts`,
    from: 'enabled: stack.isInitialized,',
    to: 'enabled: true,',
    tests: [`${environments}/environments-polling.browser.test.tsx`],
  },
  {
    id: 'console/environments/polled-data-outlives-its-workspace',
    file: 'apps/console/src/platform/api/polled.ts',
    from: 'return () => queryClient.removeQueries({ queryKey: [polled] })',
    to: 'return undefined',
    tests: [`${environments}/environments-polling.browser.test.tsx`],
  },
  {
    id: 'console/environments/security-token-before-password',
    file: `${environments}/environment-connection-form.ts`,
    from: 'form.password + form.securityToken',
    to: 'form.securityToken + form.password',
    tests: [`${environments}/environment-connection.browser.test.tsx`],
  },
  {
    id: 'console/environments/cleared-user-keeps-password',
    file: `${environments}/environment-connection-form.ts`,
    from: "else if (form.username === '' && stored.sfdcPasswordIsSet) changes.sfdcPassword = null",
    to: '',
    tests: [`${environments}/environment-connection.browser.test.tsx`],
  },
  {
    id: 'console/environments/empty-change-is-sent',
    file: `${environments}/use-change-environment.ts`,
    from: 'if (Object.keys(changes).length === 0) return',
    to: '',
    tests: [`${environments}/environment-connection.browser.test.tsx`],
  },
  {
    id: 'console/environments/info-stays-after-new-credentials',
    file: `${environments}/use-change-environment.ts`,
    from: 'if (Object.keys(ofOrg).length > 0)',
    to: 'if (Object.keys(ofOrg).length > 3)',
    tests: [`${environments}/environment-connection.browser.test.tsx`],
  },
  {
    id: 'console/tags/deleted-tag-stays-after-save',
    file: `${tags}/tag-editor-state.ts`,
    from: 'return tag.isDeleted ? null : { ...tag, ...unchanged }',
    to: 'return { ...tag, ...unchanged }',
    tests: [`${tags}/tag-editor-state.test.ts`],
  },
  {
    id: 'console/tags/name-with-other-case-is-new',
    file: `${tags}/tag-editor-state.ts`,
    from: 'const keyOf = (name: string) => name.toLowerCase()',
    to: 'const keyOf = (name: string) => name',
    tests: [`${tags}/tag-editor-state.test.ts`],
  },
  {
    id: 'console/tags/saved-in-the-first-environment-only',
    file: `${tags}/save-tag.ts`,
    from: 'of environments) {',
    to: 'of environments.slice(0, 1)) {',
    tests: [`${tags}/environment-tags.browser.test.tsx`],
  },
  {
    id: 'console/environment-picker/lists-uninitialized-ones',
    file: 'apps/console/src/features/job-submission/environment-picker.tsx',
    from: 'initialized: (each: Environment) => each.isInitialized,',
    to: 'initialized: () => true,',
    tests: ['apps/console/src/features/job-submission/environment-picker.browser.test.tsx'],
  },
  {
    id: 'console/environment-picker/production-in-its-place-by-name',
    file: 'apps/console/src/features/job-submission/environment-picker.tsx',
    from: '.toSorted(compareForPicker)',
    to: '',
    tests: ['apps/console/src/features/job-submission/environment-picker.browser.test.tsx'],
  },
  {
    id: 'contract/environment/picker-sorts-by-code-point',
    file: 'packages/contract/src/environment.ts',
    from: "return a.name.localeCompare(b.name, 'en', { sensitivity: 'base' })",
    to: 'return a.name < b.name ? -1 : 1',
    tests: ['apps/console/src/features/job-submission/environment-picker.browser.test.tsx'],
  },
]
