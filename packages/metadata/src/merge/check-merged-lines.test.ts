import { expect, test } from 'vitest'
import { bytes, metadataXml } from '../testing/text.ts'
import { checkMergedLines } from './check-merged-lines.ts'

const field = (name: string): string => `<fields><fullName>${name}</fullName></fields>`
const object = (...names: string[]): Uint8Array => bytes(metadataXml('CustomObject', ...names.map(field)))
const path = 'unpackaged/objects/Car__c.object'
const versions = { path, base: object('A'), ours: object('New', 'A'), theirs: object('A', 'New') }

test('lines that fit together are clean', () => {
  const input = { ...versions, ours: object('New', 'A'), theirs: object('A', 'Other') }
  expect(checkMergedLines(input, object('New', 'A', 'Other'))).toMatchObject({
    status: 'clean',
    conflicts: [],
  })
})

test('a field that both sides added at different lines stands twice: a conflict', () => {
  const { status, conflicts } = checkMergedLines(versions, object('New', 'A', 'New'))
  expect(status).toBe('conflict')
  expect(conflicts.map(({ reason }) => reason)).toEqual(['brokenByMerge'])
})

test('an entry that stands twice on a side already is nothing that the merge did', () => {
  const input = { ...versions, ours: object('A', 'A'), theirs: object('A', 'New') }
  expect(checkMergedLines(input, object('A', 'A', 'New')).status).toBe('clean')
})

test('a result that is not well-formed is a conflict', () => {
  const { status, conflicts } = checkMergedLines(versions, bytes('<CustomObject><fields></CustomObject>'))
  expect([status, conflicts[0]?.reason]).toEqual(['conflict', 'notXml'])
})

test('what was not well-formed before, and what is no XML, is not judged', () => {
  const torn = bytes('<CustomObject>')
  expect(checkMergedLines({ ...versions, theirs: torn }, torn).status).toBe('clean')
  const code = { path: 'unpackaged/classes/A.cls', base: torn, ours: bytes('a'), theirs: bytes('b') }
  expect(checkMergedLines(code, torn).status).toBe('clean')
})
