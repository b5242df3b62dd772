import { expect, test } from 'vitest'
import { mergeConflict, mostConflictsListed } from './merge-conflict.ts'

const paths = (count: number) => Array.from({ length: count }, (_, i) => `src/${i}.cls`)

test('the message counts all conflicting files, not only those that are listed', () => {
  const { message, details } = mergeConflict({ first: paths(mostConflictsListed), total: 73 })
  expect(message).toContain(
    'in 73 file(s): src/0.cls, src/1.cls, src/2.cls, src/3.cls, src/4.cls and 68 more.',
  )
  expect(details).toContain('(the first 50 of 73)')
  expect(details?.split('\n')).toHaveLength(1 + 50)
})

test('a long list that was not cut before is cut in the details and counted in full', () => {
  const { message, details } = mergeConflict({ first: paths(60), total: 60 })
  expect(message).toContain('in 60 file(s)')
  expect(details).toContain('(the first 50 of 60)')
  expect(details).not.toContain('src/50.cls')
})

test('a short list is named in full', () => {
  const { message, details } = mergeConflict({ first: paths(2), total: 2 })
  expect(message).toMatch(/in 2 file\(s\): src\/0\.cls, src\/1\.cls\.$/)
  expect(details).toBe('Nothing was pushed. Conflicting files:\nsrc/0.cls\nsrc/1.cls')
})
