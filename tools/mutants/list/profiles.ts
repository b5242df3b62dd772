import type { Mutant } from '../mutant.ts'

const folder = 'packages/metadata/src/profile'
const delta = [`${folder}/profile-delta.test.ts`]
const edits = [`${folder}/edit-profile.test.ts`]
const flow = ['apps/server/src/commands/flow-out/profiles.test.ts']

export const profileMutants: readonly Mutant[] = [
  {
    id: 'metadata/profiles/unchanged-entries-travel',
    file: `${folder}/profile-delta.ts`,
    from: 'return was === undefined || !saysTheSameEntry(was, entry)',
    to: 'return was === undefined || saysTheSameEntry(was, entry)',
    tests: delta,
  },
  {
    id: 'metadata/profiles/nothing-is-revoked',
    file: `${folder}/profile-delta.ts`,
    from: 'else revocations.push({ id, list, text })',
    to: '',
    tests: delta,
  },
  {
    id: 'metadata/profiles/what-gives-nothing-is-revoked',
    file: `${folder}/entries.ts`,
    from: "if (typeof nothing === 'string') return false",
    to: 'if (nothing !== optional) return false',
    tests: delta,
  },
  {
    id: 'metadata/profiles/read-access-stays',
    file: `${folder}/entry-kinds.ts`,
    from: 'nothing: { editable: no, readable: no }',
    to: 'nothing: { editable: no }',
    tests: delta,
  },
  {
    id: 'metadata/profiles/tab-stays-visible',
    file: `${folder}/entry-kinds.ts`,
    from: "nothing: { visibility: 'Hidden' }",
    to: "nothing: { visibility: 'DefaultOff' }",
    tests: delta,
  },
  {
    id: 'metadata/profiles/entry-of-a-deleted-class-travels',
    file: 'packages/metadata/src/delta.ts',
    from: 'const about = revoked.has(id) ? componentOfEntry(id) : null',
    to: 'const about = revoked.has(id) ? null : componentOfEntry(id)',
    tests: ['packages/metadata/src/delta.test.ts'],
  },
  {
    id: 'metadata/profiles/empty-entries-of-the-org-are-news',
    file: `${folder}/edit-profile.ts`,
    from: '!git.byId.has(entry.id) && givesNothing(entry)',
    to: 'false && givesNothing(entry)',
    tests: edits,
  },
  {
    id: 'metadata/profiles/unknown-permission-fails-the-profile',
    file: `${folder}/refused-entry.ts`,
    from: 'if (name !== undefined) return `${list} ${name}`',
    to: '',
    tests: [`${folder}/refused-entry.test.ts`],
  },
  {
    id: 'server/flow-out/entry-is-left-out-although-it-does-not-help',
    file: 'apps/server/src/commands/flow-out/attempts.ts',
    from: '(isNextLast || state.excluded.includes(key))',
    to: 'isNextLast',
    tests: ['apps/server/src/commands/flow-out/attempts.test.ts'],
  },
  {
    id: 'server/flow-out/entry-is-left-out-before-the-last-attempt',
    file: 'apps/server/src/commands/flow-out/attempts.ts',
    from: '(isNextLast || state.excluded.includes(key))',
    to: 'state.excluded.includes(key)',
    tests: ['apps/server/src/commands/flow-out/attempts.test.ts'],
  },
  {
    id: 'server/flow-out/org-diff-in-auto-takes-access-away',
    file: 'apps/server/src/commands/flow-out/make-diff.ts',
    from: 'revokes: !leavesInOrg',
    to: 'revokes: true',
    tests: flow,
    title: 'compared with the org in mode Auto',
  },
  {
    id: 'server/flow-out/profile-with-a-missing-entry-is-undeployed-whole',
    file: 'apps/server/src/commands/steps/undeployed/undeployed-files.ts',
    from: 'if (ids === null || parity === null) return content',
    to: 'if (ids !== null || parity === null) return content',
    tests: flow,
    title: 'an entry that the org does not know',
  },
  {
    id: 'server/flow-out/other-entries-of-a-profile-count-as-overwritten',
    file: 'apps/server/src/commands/flow-out/clobber/compare-clobber.ts',
    from: 'if (!changedEntries(sides, ids)) continue',
    to: '',
    tests: flow,
    title: 'what an administrator changed there stays',
  },
  {
    id: 'practice-org/unknown-user-permission-taken',
    file: 'packages/practice-org/src/deploy/user-permissions.ts',
    from: 'names.find((one) => unknown.has(one))',
    to: "names.find((one) => one === '?')",
    tests: ['packages/practice-org/src/retrieve/access-entries.test.ts'],
  },
  {
    id: 'practice-org/access-to-what-was-deleted-stays',
    file: 'packages/practice-org/src/deploy/deletions.ts',
    from: '  await removeAccess(workspace, record)\n',
    to: '',
    tests: ['packages/practice-org/src/retrieve/access-entries.test.ts'],
  },
]
