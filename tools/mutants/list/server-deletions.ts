import type { Mutant } from '../mutant.ts'

const folder = 'apps/server/src/commands/steps/org-changes/deletions'
const unit = [`${folder}/missing-components.test.ts`]
const flow = ['apps/server/src/commands/flow-in/deletions.test.ts']

export const serverDeletionsMutants: readonly Mutant[] = [
  {
    id: 'server/deletions/what-is-not-listed-is-gone',
    file: 'apps/server/src/commands/steps/org-changes/org-changes.ts',
    from: 'if (!listed.has(key)) return input.isKept?.(component.identity) !== true',
    to: 'if (!listed.has(key)) return true',
    tests: flow,
    title: 'keeps a type of which most is missing',
  },
  {
    id: 'server/deletions/returned-by-name-and-not-compared',
    file: `${folder}/add-searched-files.ts`,
    from: 'else org.add(path, file)',
    to: '',
    tests: flow,
    title: 'stays in the branch when Salesforce returns it',
  },
  {
    id: 'server/deletions/profile-entries-of-what-came-back-are-lost',
    file: 'apps/server/src/commands/steps/org-changes/make-org-commits.ts',
    from: '!searched.cameBack.has(ownerKey(identity))',
    to: 'true',
    tests: flow,
    title: 'of a type whose list is empty',
  },
  {
    id: 'server/deletions/profile-entries-of-what-is-kept-are-lost',
    file: 'apps/server/src/commands/steps/org-changes/make-org-commits.ts',
    from: '!keptKeys.has(ownerKey(identity))',
    to: 'true',
    tests: flow,
    title: 'keeps a type of which most is missing',
  },
  {
    id: 'server/deletions/no-word-of-salesforce-needed',
    file: `${folder}/kept-components.ts`,
    from: 'const isGone = asked.every((one) => gone.has(memberKey(one)))',
    to: 'const isGone = true',
    tests: unit,
  },
  {
    id: 'server/deletions/found-or-not-is-kept',
    file: 'apps/server/src/commands/steps/org/retrieve/retrieve-batch.ts',
    from: 'if (notFound.length > 0) await writeJson(notFoundFile(context, name), notFound)',
    to: '',
    tests: flow,
    title: 'goes from the branch when',
  },
  {
    id: 'server/deletions/refused-type-is-asked-for',
    file: `${folder}/missing-components.ts`,
    from: "if (asked.some((one) => !listedTypes.has(memberOf(one).type))) return 'typeNotListed'",
    to: '',
    tests: unit,
  },
  {
    id: 'server/deletions/consent-deletes-refused-types',
    file: `${folder}/missing-components.ts`,
    from: 'if (acceptsDeletions) return null',
    to: '',
    tests: unit,
  },
  {
    id: 'server/deletions/hidden-folder-is-asked-for',
    file: `${folder}/missing-components.ts`,
    from: "return folder === undefined || listedFolders.has(folder) ? null : 'folderNotListed'",
    to: 'return null',
    tests: unit,
  },
  {
    id: 'server/deletions/half-of-a-type-is-most',
    file: `${folder}/missing-components.ts`,
    from: '2 * (gone.get(type) ?? 0) > (known.get(type)?.size ?? 0)',
    to: '2 * (gone.get(type) ?? 0) >= (known.get(type)?.size ?? 0)',
    tests: unit,
  },
  {
    id: 'server/deletions/undeployed-components-are-asked-for',
    file: `${folder}/missing-components.ts`,
    from: ' || never.has(componentKey(identity))',
    to: '',
    tests: unit,
  },
  {
    id: 'server/deletions/ten-of-thirty-are-few',
    file: `${folder}/deletion-limit.ts`,
    from: 'count >= fewestByShare && count * 100',
    to: 'count > fewestByShare && count * 100',
    tests: flow,
    title: 'ends with what it would delete',
  },
  {
    id: 'server/deletions/nine-are-a-mass',
    file: `${folder}/deletion-limit.ts`,
    from: 'const fewestByShare = 10',
    to: 'const fewestByShare = 9',
    tests: flow,
    title: 'deletes nine of 30',
  },
  {
    id: 'server/deletions/limit-without-consent',
    file: 'apps/server/src/commands/steps/org-changes/bring-org-changes.ts',
    from: 'if (acceptsDeletions || deletions === undefined) return',
    to: 'if (deletions === undefined) return',
    tests: ['apps/server/src/commands/settings.test.ts'],
    title: 'makes another outcome',
  },
]
