import { describe, expect, test } from 'vitest'
import { conflictFileStatus, conflictResolution, mergeContext } from './conflict.ts'
import {
  bothFilesExistFor,
  fittingResolution,
  hasConflictMarkers,
  isEditable,
  localChangeOf,
  remoteChangeOf,
} from './conflict-rules.ts'
import { limits } from './limits.ts'

const rest = [
  'NotUpdated',
  'UpdatedInIndex',
  'AddedToIndex',
  'DeletedFromIndex',
  'RenamedInIndex',
  'CopiedInIndex',
  'IndexAndWorkTreeMatches',
  'WorkTreeChangedSinceIndex',
  'DeletedInWorkTree',
  'UnmergedBothModified',
  'Untracked',
  'Ignored',
] as const
const unmerged = {
  UnmergedBothDeleted: ['Deleted', 'Deleted', false],
  UnmergedAddedByUs: ['Added', 'Modified', true],
  UnmergedDeletedByThem: ['Modified', 'Deleted', false],
  UnmergedAddedByThem: ['Modified', 'Added', true],
  UnmergedDeletedByUs: ['Deleted', 'Modified', false],
  UnmergedBothAdded: ['Added', 'Added', true],
} as const
const statuses = [...rest, ...Object.keys(unmerged)]

test('[J-144] the statuses of a conflict file are those of Git', () => {
  expect(conflictFileStatus.options.toSorted()).toEqual(statuses.toSorted())
})

test('[J-145] [J-146] [J-147] a status says what each side did and whether both files exist', () => {
  const said = conflictFileStatus.options.map((status) => [
    status,
    [localChangeOf(status), remoteChangeOf(status), bothFilesExistFor(status)],
  ])
  const plain = rest.map((status) => [status, ['Modified', 'Modified', true]])
  expect(Object.fromEntries(said)).toEqual({ ...Object.fromEntries(plain), ...unmerged })
})

test('[J-222] the merge contexts are the five of the specification', () => {
  expect(mergeContext.options.toSorted()).toEqual([
    'FlowIn',
    'FlowMerge',
    'FlowMergeSourceIn',
    'FlowMergeTargetIn',
    'Normalization',
  ])
})

const all = (file: Parameters<typeof isEditable>[0]) =>
  conflictResolution.options.map((wanted) => fittingResolution(file, wanted))

describe('what settles a file', () => {
  const sizes = { sizeBytesLocal: 1, sizeBytesRemote: 1, sizeBytesOrig: 1 }
  const text = { bothFilesExist: true, isBinary: false, ...sizes }

  test('text that both sides have: each choice', () => {
    expect(all(text)).toEqual(['TakeLocal', 'PreferLocal', 'Manual', 'PreferRemote', 'TakeRemote'])
  })

  test.each([
    ['deleted on one side', { ...text, bothFilesExist: false }],
    ['binary', { ...text, isBinary: true }],
  ])('a file that is %s: a side, and nothing by hand', (_what, file) => {
    expect(all(file)).toEqual(['TakeLocal', 'TakeLocal', null, 'TakeRemote', 'TakeRemote'])
  })

  test.each(['sizeBytesLocal', 'sizeBytesRemote', 'sizeBytesOrig'] as const)(
    'nothing by hand where %s is above the limit',
    (name) => {
      expect(isEditable({ ...text, [name]: limits.editedConflictBytes })).toBe(true)
      expect(all({ ...text, [name]: limits.editedConflictBytes + 1 })).toEqual([
        'TakeLocal',
        'PreferLocal',
        null,
        'PreferRemote',
        'TakeRemote',
      ])
    },
  )
})

test.each([
  ['a\n<<<<<<< local\nb', true],
  ['<<<<<<<', true],
  ['||||||| base\r\n', true],
  ['a\r\n=======\r\nb', true],
  ['>>>>>>> 1234567', true],
  [' <<<<<<< local', false],
  ['a <<<<<<< local', false],
  ['<<<<<<<<', false],
  ['<<<<<<<local', false],
  ['========', false],
  ['======= x', false],
  ['', false],
])('%j has conflict markers: %s', (text, expected) => {
  expect(hasConflictMarkers(text)).toBe(expected)
})
