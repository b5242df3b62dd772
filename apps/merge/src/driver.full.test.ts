import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildProgram } from './testing/build-program.ts'
import { entry, newRepository, profile } from './testing/repository.ts'
import type { Repository } from './testing/repository.ts'

const built = await buildProgram()
afterAll(() => rmSync(built, { recursive: true, force: true }))
const node = [process.execPath, join(built, 'driver.cjs')]
const command = node.map((part) => `'${part}'`).join(' ')
const drivers = {
  sluice: `${command} --driver --marker-size %L --path %P %O %A %B`,
  missing: `${command} --driver --path %P %O %A no-such-file`,
}
const attributes = '*.profile merge=sluice conflict-marker-size=9\n*.broken merge=missing\n'

let repository: Repository
const git = (...args: string[]): string => repository.git(...args)
const put = (name: string, content: string): void => repository.put({ [name]: content })
const read = (name: string): string => repository.read(name)

/** Commits three versions of a file on two branches and merges theirs into ours; gives Git's exit code. */
function mergeVersions(name: string, versions: readonly (string | Uint8Array)[]): number | null {
  const [base = '', ours = '', theirs = ''] = versions
  repository.commitVersions({ [name]: base }, { [name]: ours }, { [name]: theirs })
  return repository.tryGit('merge', '-q', '-m', 'merged', 'theirs').status
}

beforeEach(() => {
  repository = newRepository(drivers, attributes)
})
afterEach(() => repository.remove())

describe('as a merge driver of git merge', () => {
  test('changes beside each other are merged', () => {
    const versions = [
      profile(entry('A', false), entry('B', false)),
      profile(entry('A', true), entry('B', false)),
      profile(entry('A', false), entry('B', true)),
    ]
    expect(mergeVersions('Admin.profile', versions)).toBe(0)
    expect(read('Admin.profile')).toBe(profile(entry('A', true), entry('B', true)))
  })

  test('a conflict leaves markers as long as asked for, and the file unmerged', () => {
    const versions = [
      profile(entry('A', false), '<custom>1</custom>'),
      profile(entry('A', false), '<custom>2</custom>'),
      profile(entry('A', false), '<custom>3</custom>'),
    ]
    expect(mergeVersions('Admin.profile', versions)).toBe(1)
    expect(read('Admin.profile')).toMatch(/^<{9} ours\n[^]*^\|{9} base\n[^]*^={9}\n[^]*^>{9} theirs$/mu)
    expect(git('status', '--porcelain', 'Admin.profile')).toBe('UU Admin.profile\n')
  })

  test('other files and binary ones are left to Git', () => {
    expect(mergeVersions('logo.png', [Uint8Array.of(0, 1), Uint8Array.of(0, 2), Uint8Array.of(0, 3)])).toBe(1)
    expect([...readFileSync(join(repository.folder, 'logo.png'))]).toEqual([0, 2])
  })

  test('after an error the file of ours is untouched and unmerged', () => {
    expect(mergeVersions('a.broken', ['base', 'ours', 'theirs'])).toBe(1)
    expect([read('a.broken'), git('status', '--porcelain', 'a.broken')]).toEqual(['ours', 'UU a.broken\n'])
  })
})

/** Runs the command; what it answers. */
function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(node[0] ?? '', [...node.slice(1), ...args], { cwd: repository.folder, encoding: 'utf8' })
}

const column = (name: string): string => `    <columns>\n        <field>${name}</field>\n    </columns>\n`
const report = (...lines: string[]): string =>
  `<Report xmlns="http://soap.sforce.com/2006/04/metadata">\n${lines.join('')}</Report>\n`

/** Writes three versions; their names. */
function files(base: string, ours: string, theirs: string): string[] {
  for (const [name, content] of Object.entries({ base, ours, theirs })) put(name, content)
  return ['base', 'ours', 'theirs']
}

describe('as a command', () => {
  test('exits 0 when clean, 1 with markers, 2 on an error, and writes to standard output', () => {
    const clean = files(profile(entry('A', false)), profile(entry('A', true)), profile(entry('A', false)))
    expect(run('--path', 'a.profile', ...clean)).toMatchObject({
      status: 0,
      stdout: profile(entry('A', true)),
    })
    const hard = files(
      profile('<custom>1</custom>'),
      profile('<custom>2</custom>'),
      profile('<custom>3</custom>'),
    )
    expect(run('--path', 'a.profile', ...hard)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('<<<<<<< ours\n'),
    })
    expect(run('--path', 'a.profile', 'base', 'ours', 'absent').status).toBe(2)
    expect(run('--path', 'a.profile', 'base').status).toBe(2)
  })

  test('a clean result says what it warns of, in a batch too', () => {
    const grouping = '    <groupingsDown>\n        <field>B</field>\n    </groupingsDown>\n'
    const versions = files(
      report(column('A')),
      report(column('A'), column('B')),
      report(column('A'), grouping),
    )
    const warning = expect.stringContaining('The column or grouping B stands 2 times. /Report')
    expect(run('--path', 'a.report', ...versions)).toMatchObject({ status: 0, stderr: warning })
    put('cases.jsonl', '{"id":"a","path":"a.report","base":"base","ours":"ours","theirs":"theirs"}')
    run('--batch', 'cases.jsonl', 'results.jsonl', 'out')
    expect(JSON.parse(read('results.jsonl'))).toMatchObject({
      status: 'clean',
      conflicts: 0,
      message: warning,
    })
  })

  test('writes a large result whole, though a pipe takes it in pieces', () => {
    const whole = profile(...Array.from({ length: 6000 }, (_, index) => entry(`F${index}`, true)))
    const versions = files(whole, whole, whole)
    const { status, stdout } = run('--path', 'a.profile', ...versions)
    expect([status, stdout.length]).toEqual([0, whole.length])
  })

  test('names the line or the field of a case that it cannot take, and goes on', () => {
    files(profile(), profile(), profile())
    const named = { path: 'a.profile', base: 'base', ours: 'ours', theirs: 'theirs' }
    const lines = [
      '{"id":"cut',
      '\r',
      '[]',
      JSON.stringify({ id: 'a "b"', ...named, base: undefined }),
      JSON.stringify({ id: 'c', ...named, base: 3 }),
      JSON.stringify({ id: 'd', ...named }),
    ]
    put('cases.jsonl', lines.join('\n'))
    expect(run('--batch', 'cases.jsonl', 'results.jsonl', 'out').status).toBe(0)
    const results: { id: string; status: string; message: string }[] = read('results.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(results.map(({ id, status }) => `${id}: ${status}`)).toEqual([
      'line 1: error',
      'line 3: error',
      'a "b": error',
      'c: error',
      'd: clean',
    ])
    expect(results[2]?.message).toBe('A case has no base.')
  })

  test('merges a batch in one process, a line of results a case', () => {
    files(profile(), profile(entry('A', true)), profile(entry('B', true)))
    const versions = { path: 'a.profile', base: 'base', ours: 'ours', theirs: 'theirs' }
    const cases = [
      { id: 'one', ...versions },
      { id: 'two', ...versions, base: null },
      { id: 'three', ...versions, ours: 'absent' },
    ]
    put('cases.jsonl', cases.map((line) => JSON.stringify(line)).join('\n'))
    expect(run('--batch', 'cases.jsonl', 'results.jsonl', 'out').status).toBe(0)
    const results = read('results.jsonl')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(results).toMatchObject([
      { id: 'one', status: 'clean', conflicts: 0 },
      { id: 'two', status: 'clean' },
      { id: 'three', status: 'error', output: null },
    ])
    expect(read('out/one')).toBe(profile(entry('A', true), entry('B', true)))
  })
})
