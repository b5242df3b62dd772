import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apexClass, car } from '../../../commands/testing/sample-metadata.ts'
import type { DecidedConflict } from './branch-merge.ts'
import { findConflicts } from './find-conflicts.ts'
import { type Files, mergeWorld } from './testing/merge-world.ts'
import { lengthsIn, stopOf } from './testing/outcomes.ts'
import { classFiles, object } from './testing/sample-files.ts'

const world = mergeWorld()
const alpha = apexClass('Alpha')
const logo = 'staticresources/Logo.resource'
const repositoryPath = (path: string) => `src/unpackaged/${path}`
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-conflicts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Sides = readonly [base: Files, ours: Files, theirs: Files]

const digestOf = (content: unknown): string | null =>
  typeof content === 'string' || content instanceof Uint8Array
    ? createHash('sha256').update(content).digest('hex')
    : null

/** What people decided about a file of these sides. */
function decision(
  [base, ours, theirs]: Sides,
  path: string,
  { resolvedAs, content = null }: Pick<DecidedConflict, 'resolvedAs'> & { content?: string | null },
): DecidedConflict {
  const [before, mine, other] = [base, { ...base, ...ours }, { ...base, ...theirs }]
  return {
    path: repositoryPath(path),
    digests: { base: digestOf(before[path]), ours: digestOf(mine[path]), theirs: digestOf(other[path]) },
    resolvedAs,
    content: content === null ? null : Buffer.from(content),
  }
}

/** The conflicts that people would be asked about, with the texts of their versions. */
async function found(sides: Sides, settings: Parameters<typeof world.merge>[1] = {}) {
  const merge = await world.inputOf(sides, { conflicts: 'AskForEach', ...settings })
  const conflicts = await findConflicts({ merge, folder }, new AbortController().signal)
  const shown = conflicts.map(async ({ path, kind, isBinary, versions }) => {
    const texts = versions.map(async ({ version, file }) => [version, await readFile(file, 'utf8')] as const)
    return { path, kind, isBinary, versions: Object.fromEntries(await Promise.all(texts)) }
  })
  return Promise.all(shown)
}

const binary = (last: string): Files => ({ [logo]: Buffer.from(`\0\xFF${last}`, 'latin1') })
const gone = { [alpha.path]: null, [`${alpha.path}-meta.xml`]: null }
const inAlpha = (line: string) => classFiles('Alpha', line)
const classes: Sides = [inAlpha('// base'), inAlpha('// ours'), inAlpha('// theirs')]
const objects: Sides = [
  object({ A__c: 1 }),
  object({ A__c: 2, Local__c: 5 }),
  object({ A__c: 3, Remote__c: 6 }),
]

const many = (line: string): Files =>
  Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`classes/C${index}.cls`, `${line}\n`]))

describe('what people decided', () => {
  test('by hand becomes the file', async () => {
    const content = alpha.body('// by hand')
    const decided = [decision(classes, alpha.path, { resolvedAs: 'Manual', content })]
    const merged = await world.merge(classes, { conflicts: 'AskForEach', decided })
    expect(await merged.text(alpha.path)).toBe(content)
    expect(merged.outcome).toMatchObject({ report: { resolved: { count: 1 } } })
    expect(JSON.stringify(merged.outcome)).not.toContain('by hand')
  })

  test.each([
    ['TakeLocal', '// ours'],
    ['TakeRemote', '// theirs'],
  ] as const)('as %s takes that side', async (resolvedAs, line) => {
    const decided = [decision(classes, alpha.path, { resolvedAs })]
    const merged = await world.merge(classes, { conflicts: 'AskForEach', decided })
    expect(await merged.text(alpha.path)).toBe(alpha.body(line))
  })

  test.each([
    ['TakeLocal', 'x'],
    ['TakeRemote', 'y'],
  ] as const)('as %s takes a binary file as it is', async (resolvedAs, kept) => {
    const sides = [binary('0'), binary('x'), binary('y')] as const
    const decided = [decision(sides, logo, { resolvedAs })]
    const merged = await world.merge(sides, { conflicts: 'AskForEach', decided })
    expect((await merged.contents()).get(logo)).toEqual(Buffer.from(`\0\xFF${kept}`, 'latin1'))
  })

  test('as the side that deleted a file deletes its component', async () => {
    const sides = [inAlpha('// base'), inAlpha('// ours'), gone] as const
    const decided = [decision(sides, alpha.path, { resolvedAs: 'TakeRemote' })]
    const merged = await world.merge(sides, { conflicts: 'AskForEach', decided })
    expect(await merged.files()).toEqual(['package.xml'])
  })

  test('about other versions of the file, or another file, settles nothing', async () => {
    const [base, ours] = classes
    const others: Sides = [base, ours, inAlpha('// theirs, later')]
    for (const decided of [
      [decision(others, alpha.path, { resolvedAs: 'TakeRemote' })],
      [
        {
          ...decision(classes, alpha.path, { resolvedAs: 'TakeRemote' }),
          path: 'src/unpackaged/classes/B.cls',
        },
      ],
    ]) {
      const { outcome } = await world.merge(classes, { conflicts: 'AskForEach', decided })
      expect(stopOf(outcome)).toMatchObject({ reason: 'needsPerson', paths: [repositoryPath(alpha.path)] })
    }
  })

  test('leaves the other conflicts to the strategy', async () => {
    const sides: Sides = [
      { ...classes[0], ...objects[0] },
      { ...classes[1], ...objects[1] },
      { ...classes[2], ...objects[2] },
    ]
    const decided = [decision(sides, alpha.path, { resolvedAs: 'TakeLocal' })]
    const merged = await world.merge(sides, { conflicts: 'TakeRemoteFile', decided })
    expect(await merged.text(alpha.path)).toBe(alpha.body('// ours'))
    expect(lengthsIn(await merged.text(car.path))).toEqual({ A__c: 3, Remote__c: 6 })
    const { outcome } = await world.merge(sides, { conflicts: 'AskForEach', decided })
    expect(stopOf(outcome)).toMatchObject({ paths: [repositoryPath(car.path)] })
  })
})

describe('what people are shown', () => {
  test('of metadata: the merge by elements with markers around what both changed, and what preferring a side gives', async () => {
    const [shown] = await found(objects)
    expect(shown).toMatchObject({ path: repositoryPath(car.path), kind: 'bothChanged', isBinary: false })
    const { versions = {} } = shown ?? {}
    expect(['Base', 'Local', 'Remote'].map((name) => lengthsIn(versions[name] ?? ''))).toEqual([
      { A__c: 1 },
      { A__c: 2, Local__c: 5 },
      { A__c: 3, Remote__c: 6 },
    ])
    const original = versions['Orig'] ?? ''
    expect(original.split('\n').filter((line) => /^(?:<{7}|\|{7}|={7}|>{7})/u.test(line))).toEqual([
      '<<<<<<< local',
      '||||||| base',
      '=======',
      '>>>>>>> remote',
    ])
    expect([original.includes('Local__c'), original.includes('Remote__c')]).toEqual([true, true])
    const both = { Local__c: 5, Remote__c: 6 }
    expect(lengthsIn(versions['PreferLocal'] ?? '')).toEqual({ A__c: 2, ...both })
    expect(lengthsIn(versions['PreferRemote'] ?? '')).toEqual({ A__c: 3, ...both })
  })

  test('of code: the merge by lines', async () => {
    const [shown] = await found(classes)
    expect(shown?.versions['Orig']).toContain('<<<<<<< local\n    // ours\n||||||| base\n')
    expect(shown?.versions['PreferRemote']).toBe(alpha.body('// theirs'))
  })

  test('of a binary file: its sides alone', async () => {
    const [shown] = await found([binary('0'), binary('x'), binary('y')])
    expect(shown).toMatchObject({ isBinary: true })
    expect(Object.keys(shown?.versions ?? {})).toEqual(['Base', 'Local', 'Remote'])
  })

  test('of a file that a side deleted: the other side and the base', async () => {
    const [shown] = await found([inAlpha('// base'), gone, inAlpha('// theirs')])
    expect(shown).toMatchObject({ kind: 'deletedByLocal', isBinary: false })
    expect(Object.keys(shown?.versions ?? {})).toEqual(['Base', 'Remote'])
  })

  test('is not what they have decided already', async () => {
    const decided = [decision(classes, alpha.path, { resolvedAs: 'TakeLocal' })]
    expect(await found(classes, { decided })).toEqual([])
  })

  test('ends the job when it is too much', async () => {
    await expect(found([many('base'), many('ours'), many('theirs')])).rejects.toThrow('1001 files conflict')
  })
})
