import { describe, expect, test } from 'vitest'
import { apexClass, car } from '../../../commands/testing/sample-metadata.ts'
import { mergeWorld } from './testing/merge-world.ts'
import { lengthsIn, stopOf, warningsOf } from './testing/outcomes.ts'
import { layout, object, profile, report } from './testing/sample-files.ts'

const world = mergeWorld()
const alpha = apexClass('Alpha')

describe('files that both sides changed', () => {
  test('two fields added side by side both stay', async () => {
    const merged = await world.merge([
      object({ A__c: 1 }),
      object({ A__c: 1, B__c: 2 }),
      object({ A__c: 1, C__c: 3 }),
    ])
    expect(lengthsIn(await merged.text(car.path))).toEqual({ A__c: 1, B__c: 2, C__c: 3 })
    expect(merged.outcome).toMatchObject({ report: { filesChangedByBoth: 1, resolved: { count: 0 } } })
  })

  test('the same merge gives the same commit', async () => {
    const sides = [object({ A__c: 1 }), object({ A__c: 1, B__c: 2 }), object({ A__c: 1, C__c: 3 })] as const
    const [one, other] = [await world.merge(sides), await world.merge(sides)]
    expect(one.outcome).toEqual(other.outcome)
  })

  test('with line ends that differ they are merged by elements, with the line ends of the side that changed them', async () => {
    const withReturns = car.text({ A__c: 1, C__c: 3 }).replaceAll('\n', '\r\n')
    const merged = await world.merge([
      object({ A__c: 1 }),
      object({ A__c: 1, B__c: 2 }),
      {
        [car.path]: withReturns,
      },
    ])
    const text = await merged.text(car.path)
    expect(lengthsIn(text)).toEqual({ A__c: 1, B__c: 2, C__c: 3 })
    expect(text?.match(/\r\n/gu)?.length).toBe(text?.match(/\n/gu)?.length)
  })

  test('a file is executable after the merge when one side made it so', async () => {
    const [base, ours] = [object({ A__c: 1 }), object({ A__c: 1, B__c: 2 })]
    const theirs = { [car.path]: { executable: car.text({ A__c: 1, C__c: 3 }) } }
    for (const merged of [await world.merge([base, ours, theirs]), await world.merge([base, theirs, ours])]) {
      expect(Object.keys(lengthsIn(await merged.text(car.path)))).toHaveLength(3)
      expect(await merged.mode(car.path)).toBe('100755')
    }
  })

  test('that hold no elements are left to Git, which merges lines', async () => {
    const lines = (first: string, last: string) => ({ [alpha.path]: `${first}\n2\n3\n4\n${last}\n` })
    const merged = await world.merge([lines('1', '5'), lines('a', '5'), lines('1', 'b')])
    expect(await merged.text(alpha.path)).toBe('a\n2\n3\n4\nb\n')
    const { outcome } = await world.merge([lines('1', '5'), lines('a', '5'), lines('b', '5')])
    expect(stopOf(outcome)).toMatchObject({ paths: [`src/unpackaged/${alpha.path}`], reason: 'abort' })
  })

  test('and that are larger than the limit are merged by lines, and the result says so', async () => {
    const limits = { maxFileBytes: 100 }
    const sides = [
      object({ A__c: 1, B__c: 2 }),
      object({ A__c: 9, B__c: 2 }),
      object({ A__c: 1, B__c: 8 }),
    ] as const
    const merged = await world.merge(sides, { limits })
    expect(lengthsIn(await merged.text(car.path))).toEqual({ A__c: 9, B__c: 8 })
    expect(warningsOf(merged.outcome)).toMatchObject([
      { message: expect.stringContaining('was merged by lines') },
    ])
    const beside = [object({}), object({ B__c: 2 }), object({ C__c: 3 })] as const
    const stop = stopOf((await world.merge(beside, { limits })).outcome)
    expect(stop).toMatchObject({ reason: 'abort', details: [expect.stringContaining('larger than')] })
  })

  test('end the job when merging them takes too long', async () => {
    const sides = [object({ A__c: 1 }), object({ B__c: 2 }), object({ C__c: 3 })] as const
    await expect(world.merge(sides, { limits: { maxMs: -1 } })).rejects.toThrow('took longer than')
  })
})

describe('what no longer fits together', () => {
  const inconsistent = [profile(false, true), profile(true, true), profile(false, false)] as const

  test.each(['ApplyAll', 'SkipAll'] as const)(
    'although Git merged the lines cleanly is a conflict, with %s',
    async (semantic) => {
      const { outcome } = await world.merge(inconsistent, { semantic })
      expect(stopOf(outcome)).toMatchObject({
        paths: ['src/unpackaged/profiles/Sales.profile'],
        reason: 'abort',
        details: [expect.stringContaining('readable')],
      })
    },
  )

  test('and that no one has to decide about is a warning', async () => {
    const merged = await world.merge([
      report(['X'], ['Y']),
      report(['X', 'A__c'], ['Y']),
      report(['X'], ['Y', 'A__c']),
    ])
    expect(warningsOf(merged.outcome)).toEqual([
      {
        path: 'src/unpackaged/reports/R/Cars.report',
        message: expect.stringContaining('A__c stands 2 times'),
      },
    ])
  })

  test('with SkipAll a field that both sides added at different lines is a conflict, not there twice', async () => {
    const ours = object({ New__c: 5, A__c: 1, B__c: 2 })
    const theirs = object({ A__c: 1, B__c: 2, New__c: 5 })
    const { outcome } = await world.merge([object({ A__c: 1, B__c: 2 }), ours, theirs], {
      semantic: 'SkipAll',
    })
    expect(stopOf(outcome)).toMatchObject({
      reason: 'abort',
      details: [expect.stringContaining('New__c stands 2 times')],
    })
  })
})

describe('semantic merge', () => {
  const beside = [object({ A__c: 1 }), object({ A__c: 1, B__c: 2 }), object({ A__c: 1, C__c: 3 })] as const
  const apart = [
    object({ A__c: 1, B__c: 2 }),
    object({ A__c: 9, B__c: 2 }),
    object({ A__c: 1, B__c: 8 }),
  ] as const

  test('SkipAll merges by lines only, so that fields side by side are a conflict', async () => {
    const { outcome } = await world.merge(beside, { semantic: 'SkipAll' })
    expect(stopOf(outcome)).toMatchObject({ reason: 'abort', paths: [`src/unpackaged/${car.path}`] })
  })

  test('Auto is ApplyAll', async () => {
    const [auto, all] = [await world.merge(beside, { semantic: 'Auto' }), await world.merge(beside)]
    expect(auto.outcome).toEqual(all.outcome)
  })

  test('Prompt stops where elements would give another result than lines, and only there', async () => {
    const { outcome } = await world.merge(beside, { semantic: 'Prompt' })
    expect(stopOf(outcome)).toMatchObject({
      reason: 'semanticPrompt',
      count: 1,
      paths: [`src/unpackaged/${car.path}`],
    })
    const merged = await world.merge(apart, { semantic: 'Prompt' })
    expect(lengthsIn(await merged.text(car.path))).toEqual({ A__c: 9, B__c: 8 })
  })
})

describe('references between files', () => {
  const start = { ...object({ A__c: 1, B__c: 1 }), ...layout(['A__c']) }

  test('an entry that the branch added for a field that the org deleted is a warning', async () => {
    const merged = await world.merge([start, layout(['A__c', 'B__c']), object({ A__c: 1 })])
    expect(warningsOf(merged.outcome)).toEqual([
      {
        path: 'src/unpackaged/layouts/Car__c-Car.layout',
        message:
          'Layout/layoutSections/layoutColumns/layoutItems/field names CustomField Car__c.B__c, which this flow in deletes.',
      },
    ])
  })

  test('so is one in a file that neither side changed', async () => {
    const merged = await world.merge([start, { 'pages/A.page': '' }, object({ B__c: 1 })])
    expect(warningsOf(merged.outcome)).toMatchObject([
      { path: 'src/unpackaged/layouts/Car__c-Car.layout', message: expect.stringContaining('Car__c.A__c') },
    ])
  })

  test('a deletion that takes its entries with it gives none', async () => {
    const merged = await world.merge([
      start,
      { 'pages/A.page': '' },
      { ...object({ B__c: 1 }), ...layout(['B__c']) },
    ])
    expect(warningsOf(merged.outcome)).toEqual([])
  })
})
