import type { Mutant } from '../mutant.ts'

const folder = 'apps/server/src/commands/steps/org/retrieve'
const lists = [`${folder}/list-components.test.ts`]
const flow = ['apps/server/src/commands/flow-in/unlistable-types.test.ts']

export const serverRetrieveMutants: readonly Mutant[] = [
  {
    id: 'server/retrieve/failing-list-is-tried-without-end',
    file: `${folder}/list-calls.ts`,
    from: 'if (left > 0 || !isAboutTypes(error)) throw error',
    to: 'if (left > -9 || !isAboutTypes(error)) throw error',
    tests: lists,
    title: 'is asked for five times',
  },
  {
    id: 'server/retrieve/failing-list-is-waited-for-in-each-folder',
    file: `${folder}/list-calls.ts`,
    from: 'queries.some(({ type }) => listing.failed.has(type)) ? 1 : mostTries',
    to: 'mostTries',
    tests: lists,
    title: 'in each of its folders',
  },
  {
    id: 'server/retrieve/failing-lists-are-all-left-out',
    file: `${folder}/list-calls.ts`,
    from: '  if (failed.size > mostFailed) throw error\n',
    to: '',
    tests: lists,
    title: 'more than twenty types',
  },
  {
    id: 'server/retrieve/an-org-that-lists-nothing-is-empty',
    file: `${folder}/list-components.ts`,
    from: '  if (error !== undefined && types.every(isMissing)) throw error\n',
    to: '',
    tests: lists,
    title: 'no type can be listed',
  },
  {
    id: 'server/retrieve/busy-org-leaves-types-out',
    file: `${folder}/list-calls.ts`,
    from: "  'requestLimitExceeded',\n",
    to: '',
    tests: lists,
    title: 'too many calls at a time',
  },
  {
    id: 'server/retrieve/failing-question-has-no-answer',
    file: `${folder}/list-components.ts`,
    from: '  for (const error of listing.failed.values()) throw error\n',
    to: '',
    tests: lists,
    title: 'fails a question',
  },
  {
    id: 'server/retrieve/folders-that-are-not-listed-hold-nothing',
    file: `${folder}/list-components.ts`,
    from: 'if (error !== undefined) listing.failed.set(type, error)',
    to: '',
    tests: lists,
    title: 'of folders leaves out',
  },
  {
    id: 'server/retrieve/fields-come-without-their-object',
    file: `${folder}/make-plan.ts`,
    from: 'all.filter(({ type }) => !withoutParent.has(type))',
    to: 'all',
    tests: flow,
    title: 'files of a type whose list fails',
  },
  {
    id: 'server/retrieve/unlisted-type-loses-what-waits',
    file: 'apps/server/src/commands/steps/org-changes/make-org-commits.ts',
    from: ' || isUnlisted(ownerOf(identity)),',
    to: ',',
    tests: flow,
    title: 'waits to be deployed',
  },
  {
    id: 'server/retrieve/unlisted-types-are-not-named',
    file: 'apps/server/src/commands/steps/org-changes/notice-brought.ts',
    from: '  await noticeNotListed(run, brought.failedTypes)\n',
    to: '',
    tests: flow,
    title: 'files of a type whose list fails',
  },
  {
    id: 'server/retrieve/earlier-copy-counts',
    file: 'apps/server/src/commands/steps/org/org-files/entries-to-read.ts',
    from: 'byTime.toSorted((a, b) => a.time - b.time)',
    to: 'byTime',
    tests: ['apps/server/src/commands/steps/org/org-files/read-org-files.test.ts'],
  },
  {
    id: 'server/retrieve/profiles-are-tried-at-every-division',
    file: `${folder}/retrieve-batch.ts`,
    from: 'context.isCarriedSound === true ? noMembers : await',
    to: 'await',
    tests: [`${folder}/retrieve-batch.test.ts`],
    title: 'however often the batch',
  },
]
