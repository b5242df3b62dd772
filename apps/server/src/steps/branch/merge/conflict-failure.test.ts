import { expect, test } from 'vitest'
import type { MergeStop } from './branch-merge.ts'
import { conflictFailure, mostConflictsListed } from './conflict-failure.ts'

const paths = (count: number) => Array.from({ length: count }, (_, i) => `src/${i}.cls`)
const settings = { conflicts: 'AskForEach', semantic: 'Prompt' } as const
const failure = (shown: number, stop: Partial<MergeStop> = {}) =>
  conflictFailure(
    { paths: paths(shown), stop: { reason: 'needsPerson', count: shown, details: [], ...stop } },
    settings,
  )

test('the message counts all conflicting files, not only those that are listed', () => {
  const { message, details } = failure(mostConflictsListed, { count: 73 })
  expect(message).toContain('in 73 files: src/0.cls, src/1.cls, src/2.cls, src/3.cls, src/4.cls and 68 more.')
  expect(details?.split('\n')).toHaveLength(3 + 50 + 1)
  expect(details).toMatch(/\nand 23 more$/u)
})

test('a list that an earlier release recorded, without a reason and in full, is cut and counted', () => {
  const { message, details } = conflictFailure({ paths: paths(60) }, settings)
  expect(message).toContain('in 60 files')
  expect(details).toMatch(/src\/49\.cls\nand 10 more$/u)
})

test.each([
  [
    'needsPerson',
    '“Ask for each conflict” (AskForEach) asks neither in a check-only job, nor about',
    'Take remote file',
  ],
  ['abort', 'told to end at a merge conflict', 'Prefer local'],
  ['noStrategy', 'No strategy for merge conflicts can settle this', 'merge the files in Git'],
  ['semanticPrompt', 'Semantic merge Prompt needs a person', 'semantic merge ApplyAll or SkipAll'],
] as const)('%s: says why the job ended, that nothing was pushed, and how to go on', (reason, why, how) => {
  const { message, details } = failure(1, { reason, details: ['/Profile: changed on both sides'] })
  expect(message).toContain('in 1 file: src/0.cls. ')
  expect(message).toContain(why)
  expect(details).toContain('Nothing was pushed.')
  expect(details).toContain(how)
  expect(details).toContain('src/0.cls: /Profile: changed on both sides')
})
