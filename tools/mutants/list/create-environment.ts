import type { Mutant } from '../mutant.ts'

const folder = 'apps/server/src/commands/create-environment'
const tests = [`${folder}/create-environment.test.ts`]
const provisioning = ['apps/server/src/jobs/creation-provisioning.test.ts']

export const createEnvironmentMutants: readonly Mutant[] = [
  {
    id: 'server/create-environment/two-jobs-make-one-environment',
    file: 'apps/server/src/environments/new-environment.ts',
    from: 'found.isInitialized || found.isProduction || inUse.has(found.id)',
    to: 'found.isInitialized || found.isProduction',
    tests: provisioning,
    title: 'takes over what',
  },
  {
    id: 'server/create-environment/names-differ-by-case',
    file: 'apps/server/src/environments/new-environment.ts',
    from: 'a?.toLowerCase() === b.toLowerCase()',
    to: 'a === b',
    tests: provisioning,
    title: 'beside other environments',
  },
  {
    id: 'server/create-environment/branch-taken-without-leave',
    file: `${folder}/environment-branch.ts`,
    from: 'if (exists && !allowsExisting)',
    to: 'if (exists && startsAt === null)',
    tests,
    title: 'makes nothing where',
  },
  {
    id: 'server/create-environment/folder-of-branches-in-the-way',
    file: `${folder}/environment-branch.ts`,
    from: 'if (inTheWay !== null)',
    to: 'if (inTheWay === name)',
    tests,
    title: 'makes nothing where',
  },
  {
    id: 'server/create-environment/sandbox-ordered-twice',
    file: `${folder}/provide-sandbox.ts`,
    from: "made === null ? 'notDone' : { done: { id: made.id, name: made.name } }",
    to: "made === null ? 'notDone' : 'notDone'",
    tests,
    title: 'makes one sandbox',
  },
  {
    id: 'server/create-environment/deletes-in-an-existing-sandbox-unasked',
    file: `${folder}/create-environment.ts`,
    from: 'acceptDeletions: made.sandboxWasCreated,',
    to: 'acceptDeletions: true,',
    tests,
    title: 'asks before it deletes',
  },
  {
    id: 'server/create-environment/expired-code-stays-in-the-question',
    file: `${folder}/device-code-sign-in.ts`,
    from: 'await changePrompt(run, asked, { number, prompt })',
    to: '',
    tests,
    title: 'J-108',
  },
  {
    id: 'server/create-environment/another-user-signs-in',
    file: `${folder}/device-code.ts`,
    from: 'username: username ?? identity.username,',
    to: 'username: identity.username,',
    tests,
    title: 'another user signs in',
  },
  {
    id: 'server/create-environment/description-longer-than-salesforce-takes',
    file: `${folder}/sandbox-order.ts`,
    from: '.slice(0, longestDescription)',
    to: '',
    tests: ['apps/server/src/commands/settings.test.ts'],
    title: 'makes another outcome',
  },
  {
    id: 'server/create-environment/waits-for-ever',
    file: `${folder}/sandbox-wait.ts`,
    from: 'if (remainingMs <= 0)',
    to: 'if (remainingMs <= -1e12)',
    tests,
    title: 'J-066',
  },
  {
    id: 'server/create-environment/excluded-by-people-is-deployed',
    file: 'apps/server/src/commands/flow-out/attempt-loop.ts',
    from: '...absentEntries.keys(), ...leftOutByPeople.keys()',
    to: '...absentEntries.keys()',
    tests,
    title: 'asks before it deletes',
  },
]
