import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const node = [process.execPath, '--conditions=source', '--import', import.meta.resolve('tsx'), main]
const attributes = '*.profile merge=sluice conflict-marker-size=9\n*.broken merge=missing\n'

let folder = ''
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: 'pipe' })
const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const entry = (name: string, editable: boolean): string =>
  `    <fieldPermissions>\n        <editable>${editable}</editable>\n        <field>${name}</field>\n    </fieldPermissions>\n`
const profile = (...entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Profile xmlns="http://soap.sforce.com/2006/04/metadata">\n${entries.join('')}</Profile>\n`

/** Commits three versions of a file on two branches and merges theirs into ours; gives Git's exit code. */
function mergeVersions(name: string, [base, ours, theirs]: readonly (string | Uint8Array)[]): number | null {
  const commit = (content: string | Uint8Array | undefined): void => {
    put(name, content ?? '')
    git('add', '-A')
    git('commit', '-q', '-m', 'version')
  }
  commit(base)
  git('checkout', '-q', '-b', 'theirs')
  commit(theirs)
  git('checkout', '-q', 'main')
  commit(ours)
  return spawnSync('git', ['-C', folder, 'merge', '-q', '-m', 'merged', 'theirs'], { encoding: 'utf8' })
    .status
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-driver-'))
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'T')
  git('config', 'user.email', 't@example.com')
  const command = node.map((part) => `'${part}'`).join(' ')
  git('config', 'merge.sluice.driver', `${command} --driver --marker-size %L --path %P %O %A %B`)
  git('config', 'merge.missing.driver', `${command} --driver --path %P %O %A no-such-file`)
  put('.gitattributes', attributes)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('as a merge driver of git merge', { timeout: 120_000 }, () => {
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
    expect([...readFileSync(join(folder, 'logo.png'))]).toEqual([0, 2])
  })

  test('after an error the file of ours is untouched and unmerged', () => {
    expect(mergeVersions('a.broken', ['base', 'ours', 'theirs'])).toBe(1)
    expect([read('a.broken'), git('status', '--porcelain', 'a.broken')]).toEqual(['ours', 'UU a.broken\n'])
  })
})

/** Runs the command; what it answers. */
function run(...args: string[]): { status: number | null; stdout: string } {
  return spawnSync(node[0] ?? '', [...node.slice(1), ...args], { cwd: folder, encoding: 'utf8' })
}

/** Writes three versions; their names. */
function files(base: string, ours: string, theirs: string): string[] {
  for (const [name, content] of Object.entries({ base, ours, theirs })) put(name, content)
  return ['base', 'ours', 'theirs']
}

describe('as a command', { timeout: 120_000 }, () => {
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
