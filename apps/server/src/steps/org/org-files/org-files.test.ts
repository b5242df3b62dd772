import { expect, test } from 'vitest'
import { type OrgFile, OrgFiles } from './org-files.ts'

const file = (hash: string): OrgFile => ({ hash, content: null, isStored: false })

function filesBeside(
  parity: Readonly<Record<string, string>>,
  org: Readonly<Record<string, string>>,
): OrgFiles {
  const files = new OrgFiles(new Map(Object.entries(parity)))
  for (const [path, hash] of Object.entries(org)) files.add(path, file(hash))
  return files
}

test('what parity has as the org does is there, and nothing of it is different', () => {
  const files = filesBeside({ a: '1', b: '2', c: '3' }, { a: '1', b: '9', d: '4' })
  expect([...files.different.keys()]).toEqual(['b', 'd'])
  expect([...files.keys()].toSorted()).toEqual(['a', 'b', 'd'])
  expect(files.size).toBe(3)
  expect(['a', 'b', 'c', 'd'].map((path) => files.get(path)?.hash)).toEqual(['1', '9', undefined, '4'])
  expect(['a', 'b', 'c', 'd'].map((path) => files.has(path))).toEqual([true, true, false, true])
  expect(files.get('a')?.isStored).toBe(true)
})

test.each([
  [{ a: '1', b: '2' }, { a: '1', b: '2' }, []],
  [{ a: '1', b: '2' }, { a: '9', c: '3' }, ['b']],
  [{ a: '1', b: '2' }, {}, ['a', 'b']],
  [{}, { a: '1' }, []],
])('of parity %j the org with %j misses %j', (parity, org, missing) => {
  expect(filesBeside(parity, org).missing()).toEqual(missing)
})
