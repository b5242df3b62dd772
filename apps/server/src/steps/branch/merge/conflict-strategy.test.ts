import { mergeConflictsStrategy, semanticMergeStrategy } from '@sluice/contract/job-commands/strategies'
import { describe, expect, test } from 'vitest'
import { type ConflictKind, type FileConflict, decideConflicts, mergeModeOf } from './conflict-strategy.ts'

const conflict = (kind: ConflictKind, path: string = kind): FileConflict => ({ path, kind, detail: '' })
const settled = [conflict('bothChanged'), conflict('bothAdded')]
const deletions = [conflict('deletedByLocal'), conflict('deletedByRemote')]

describe('a strategy for merge conflicts', () => {
  test.each([
    ['PreferLocal', 'PreferLocal', 'TakeLocal'],
    ['PreferRemote', 'PreferRemote', 'TakeRemote'],
    ['TakeLocalFile', 'TakeLocal', 'TakeLocal'],
    ['TakeRemoteFile', 'TakeRemote', 'TakeRemote'],
  ] as const)('%s settles a file of both sides as %s, a deleted one as %s', (strategy, ofBoth, ofDeleted) => {
    expect(decideConflicts(strategy, [...settled, ...deletions])).toEqual({
      kind: 'resolve',
      resolutions: [
        ...settled.map(({ path }) => ({ path, resolvedAs: ofBoth })),
        ...deletions.map(({ path }) => ({ path, resolvedAs: ofDeleted })),
      ],
    })
  })

  test.each([
    ['AskForEach', 'needsPerson'],
    ['Prompt', 'needsPerson'],
    ['GitMergetool', 'needsPerson'],
    ['Abort', 'abort'],
  ] as const)('%s settles nothing: the reason is %s', (strategy, reason) => {
    const conflicts = [...settled, ...deletions]
    expect(decideConflicts(strategy, conflicts)).toEqual({ kind: 'stop', reason, conflicts })
  })

  test.each(['caseVariants', 'fileAndFolder'] as const)(
    'none settles %s, and then none of the other conflicts is settled either',
    (kind) => {
      const odd = conflict(kind)
      expect(decideConflicts('TakeLocalFile', [...settled, odd])).toEqual({
        kind: 'stop',
        reason: 'noStrategy',
        conflicts: [odd],
      })
    },
  )

  test('nobody is asked what to do with a file where the other side has a folder', () => {
    const odd = conflict('fileAndFolder')
    const stop = { kind: 'stop', reason: 'noStrategy', conflicts: [odd] }
    expect(decideConflicts('AskForEach', [...settled, odd])).toEqual(stop)
  })

  test.each(mergeConflictsStrategy.options)('%s lets a merge without conflicts go on', (strategy) => {
    expect(decideConflicts(strategy, [])).toEqual({ kind: 'resolve', resolutions: [] })
  })
})

test('Auto and ApplyAll merge by elements, SkipAll by lines, and Prompt would ask', () => {
  expect(semanticMergeStrategy.options.map((strategy) => [strategy, mergeModeOf(strategy)])).toEqual([
    ['Auto', 'elements'],
    ['Prompt', 'ask'],
    ['ApplyAll', 'elements'],
    ['SkipAll', 'lines'],
  ])
})
