import { describe, expect, test } from 'vitest'
import { apexClass, car } from '../../../commands/testing/sample-metadata.ts'
import { mergeWorld } from './testing/merge-world.ts'
import { lengthsIn, stopOf } from './testing/outcomes.ts'
import { classFiles, manifest, object } from './testing/sample-files.ts'

const world = mergeWorld()
const alpha = apexClass('Alpha')
const code = (line: string) => classFiles('Alpha', line)
const gone = { [alpha.path]: null, [`${alpha.path}-meta.xml`]: null }

describe('a strategy for merge conflicts', () => {
  const base = object({ A__c: 1, B__c: 1 })
  const [ours, theirs] = [object({ A__c: 2, B__c: 1, L__c: 5 }), object({ A__c: 3, B__c: 1, R__c: 6 })]

  test.each([
    ['PreferLocal', { A__c: 2, B__c: 1, L__c: 5, R__c: 6 }],
    ['PreferRemote', { A__c: 3, B__c: 1, L__c: 5, R__c: 6 }],
    ['TakeLocalFile', { A__c: 2, B__c: 1, L__c: 5 }],
    ['TakeRemoteFile', { A__c: 3, B__c: 1, R__c: 6 }],
  ] as const)('%s settles it, and the report says how', async (conflicts, lengths) => {
    const merged = await world.merge([base, ours, theirs], { conflicts })
    expect(lengthsIn(await merged.text(car.path))).toEqual(lengths)
    const resolvedAs = conflicts.replace('File', '')
    expect(merged.outcome).toMatchObject({
      report: { resolved: { count: 1, first: [{ path: `src/unpackaged/${car.path}`, resolvedAs }] } },
    })
  })

  test.each([
    ['AskForEach', 'needsPerson'],
    ['Prompt', 'needsPerson'],
    ['GitMergetool', 'needsPerson'],
    ['Abort', 'abort'],
  ] as const)('%s stops, and says where in the file both sides disagree', async (conflicts, reason) => {
    const { outcome } = await world.merge([base, ours, theirs], { conflicts })
    expect(stopOf(outcome)).toEqual({
      paths: [`src/unpackaged/${car.path}`],
      reason,
      count: 1,
      details: ['/CustomObject/fields[A__c]/length: changed on both sides'],
    })
  })

  test.each([
    ['PreferLocal', 'x'],
    ['TakeRemoteFile', 'y'],
  ] as const)('%s takes one of two binary files', async (conflicts, kept) => {
    const path = 'staticresources/Logo.resource'
    const binary = (last: string) => ({ [path]: Buffer.from(`\0\xFF${last}`, 'latin1') })
    const merged = await world.merge([binary('0'), binary('x'), binary('y')], { conflicts })
    expect((await merged.text(path))?.at(-1)).toBe(kept)
  })

  test('with SkipAll a preferred side wins line by line', async () => {
    const sides = [object({}, 'base'), object({ A__c: 1 }, 'ours'), object({ B__c: 1 }, 'theirs')] as const
    const merged = await world.merge(sides, { conflicts: 'PreferRemote', semantic: 'SkipAll' })
    const text = await merged.text(car.path)
    expect([lengthsIn(text), text?.includes('theirs')]).toEqual([{ B__c: 1 }, true])
  })
})

describe('a component that one side deleted and the other changed', () => {
  const start = { ...code('// base'), ...manifest('Alpha') }
  const deleted = { ...gone, ...manifest() }

  test('is a conflict that names the file', async () => {
    const { outcome } = await world.merge([start, code('// ours'), deleted])
    expect(stopOf(outcome)).toMatchObject({ paths: [`src/unpackaged/${alpha.path}`], count: 1 })
  })

  test.each(['PreferLocal', 'TakeLocalFile'] as const)(
    '%s keeps it whole when the branch changed it, and in the manifest',
    async (conflicts) => {
      const merged = await world.merge([start, code('// ours'), deleted], { conflicts })
      expect(await merged.files()).toEqual([alpha.path, `${alpha.path}-meta.xml`, 'package.xml'])
      expect(await merged.text(alpha.path)).toBe(alpha.body('// ours'))
      expect(await merged.text('package.xml')).toContain('<members>Alpha</members>')
      expect(merged.outcome).toMatchObject({ report: { resolved: { first: [{ resolvedAs: 'TakeLocal' }] } } })
    },
  )

  test('TakeRemoteFile deletes it with all of its files', async () => {
    const merged = await world.merge([start, code('// ours'), deleted], { conflicts: 'TakeRemoteFile' })
    expect(await merged.files()).toEqual(['package.xml'])
    expect(await merged.text('package.xml')).not.toContain('Alpha')
  })

  test('TakeRemoteFile brings it back when the org changed it and the branch deleted it', async () => {
    const merged = await world.merge([start, deleted, code('// theirs')], { conflicts: 'TakeRemoteFile' })
    expect(await merged.files()).toEqual([alpha.path, `${alpha.path}-meta.xml`, 'package.xml'])
    expect(await merged.text('package.xml')).toContain('<members>Alpha</members>')
  })
})

describe('conflicts that no strategy settles', () => {
  test('one name in two letter cases', async () => {
    const { outcome } = await world.merge([{}, classFiles('gamma'), classFiles('Gamma')], {
      conflicts: 'TakeLocalFile',
    })
    expect(stopOf(outcome)).toMatchObject({ reason: 'noStrategy' })
  })

  test('a file where the other side has a folder', async () => {
    const sides = [{ 'aura/x': 'a' }, { 'aura/x/y': 'b' }] as const
    const { outcome } = await world.merge([{ 'package.xml': '' }, ...sides], { conflicts: 'TakeLocalFile' })
    expect(stopOf(outcome)).toMatchObject({ reason: 'noStrategy' })
  })
})
