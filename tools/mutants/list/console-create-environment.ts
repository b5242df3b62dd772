import type { Mutant } from '../mutant.ts'

const features = 'apps/console/src/features'
const wizard = `${features}/create-environment`
const form = `${wizard}/create-environment-form.ts`
const schema = `${wizard}/create-environment-schema.ts`
const wizardTests = [`${wizard}/create-environment.browser.test.tsx`]
const addTests = [`${features}/environments/add-environment.browser.test.tsx`]

export const consoleCreateEnvironmentMutants: readonly Mutant[] = [
  {
    id: 'console/create-environment/names-proposed-never',
    file: 'apps/console/src/platform/forms/wizard.tsx',
    from: 'step.onNext?.()',
    to: '',
    tests: wizardTests,
  },
  {
    id: 'console/create-environment/name-compared-by-case',
    file: schema,
    from: 'isSame(environment[column], value)',
    to: 'environment[column] === value',
    tests: wizardTests,
  },
  {
    id: 'console/create-environment/existing-branch-without-confirmation',
    file: schema,
    from: 'branchExists(known, form.gitBranchName) !== true',
    to: 'branchExists(known, form.gitBranchName) !== null',
    tests: wizardTests,
  },
  {
    id: 'console/create-environment/confirmation-counts-for-another-name',
    file: `${wizard}/use-confirmed-name.ts`,
    from: 'form.setValue(confirmation, false)',
    to: '',
    tests: wizardTests,
  },
  {
    id: 'console/create-environment/rerun-forgets-the-source',
    file: form,
    from: 'sourceEnvironmentName: form.ofApi.sourceEnvironmentName,',
    to: 'sourceEnvironmentName: null,',
    tests: wizardTests,
  },
  {
    id: 'console/create-environment/last-step-hides-what-is-taken',
    file: `${wizard}/finalize-step.tsx`,
    from: 'if (messages.length === 0) return null',
    to: 'if (messages.length >= 0) return null',
    tests: wizardTests,
  },
  {
    id: 'console/create-environment/access-group-for-a-confirmed-sandbox',
    file: schema,
    from: 'const isNew = exists === null ? !form.allowUseExistingSandbox : !exists',
    to: 'const isNew = exists !== true',
    tests: [`${wizard}/create-environment-schema.test.ts`],
  },
  {
    id: 'console/create-environment/template-asked-of-full-only',
    file: schema,
    from: "type === 'Partial' || type === 'Full'",
    to: "type === 'Full'",
    tests: [`${wizard}/new-sandbox.browser.test.tsx`],
  },
  {
    id: 'console/environments/banner-beside-sandboxes',
    file: `${features}/environments/add-environment.tsx`,
    from: 'if (!isInitialized || hasSandbox) return null',
    to: 'if (!isInitialized) return null',
    tests: addTests,
  },
  {
    id: 'console/environments/reader-gets-the-link-to-the-wizard',
    file: `${features}/environments/add-environment.tsx`,
    from: "return isInitialized ? notAllowed : 'The stack is not initialized.'",
    to: "return isInitialized ? null : 'The stack is not initialized.'",
    tests: addTests,
  },
]
