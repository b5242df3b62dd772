import type { Mutant } from '../mutant.ts'

export const serverEnvironmentMutants: readonly Mutant[] = [
  {
    id: 'server/kept-answers/each-browser-asks',
    file: 'apps/server/src/platform/kept-answers.ts',
    from: 'known.settledAt === null ||',
    to: 'known.settledAt !== null &&',
    tests: ['apps/server/src/platform/kept-answers.test.ts'],
  },
  {
    id: 'server/kept-answers/refusal-is-never-old',
    file: 'apps/server/src/platform/kept-answers.ts',
    from: 'kept.answer.then(settle, settle)',
    to: 'kept.answer.then(settle, () => undefined)',
    tests: ['apps/server/src/platform/kept-answers.test.ts'],
  },
  {
    id: 'server/kept-answers/grow-for-ever',
    file: 'apps/server/src/platform/kept-answers.ts',
    from: 'this.#kept.size > mostKept',
    to: 'this.#kept.size < 0',
    tests: ['apps/server/src/platform/kept-answers.test.ts'],
  },
  {
    id: 'server/sandboxes/kept-over-new-credentials',
    file: 'apps/server/src/environments/credentials-fingerprint.ts',
    from: 'const ofStack = [sfdcBaseSignInUrl, sfdcBaseUsername, sfdcPasswordSealed, sfdcTokenSealed]',
    to: 'const ofStack = [sfdcBaseSignInUrl, sfdcPasswordSealed, sfdcTokenSealed]',
    tests: ['apps/server/src/stacks/list-sandboxes.test.ts'],
  },
  {
    id: 'server/org-info/kept-over-new-credentials',
    file: 'apps/server/src/environments/operations/update.ts',
    from: 'if (changesCredentials(body)) await outdateOrgInfo(tx, environmentId)',
    to: '',
    tests: ['apps/server/src/environments/org-info.test.ts'],
  },
  {
    id: 'server/credentials/password-for-another-user',
    file: 'apps/server/src/environments/org-credentials.ts',
    from: 'const isUserOfStack = isProduction || environment.sfdcUsername === null',
    to: 'const isUserOfStack = true',
    tests: ['apps/server/src/environments/environments.test.ts'],
  },
  {
    id: 'server/sandboxes/oldest-copying-counts',
    file: 'packages/salesforce/src/tooling/sandboxes.ts',
    from: 'if (!newest.has(sandboxId)) newest.set(sandboxId, process)',
    to: 'newest.set(sandboxId, process)',
    tests: ['packages/salesforce/src/tooling/sandboxes.test.ts'],
  },
  {
    id: 'server/sandboxes/status-with-space-is-other',
    file: 'apps/server/src/environments/sandboxes.ts',
    from: "label?.replaceAll(' ', '')",
    to: 'label',
    tests: ['apps/server/src/environments/sandboxes.test.ts'],
  },
]
