import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildProgram } from './testing/build-program.ts'
import { entry, newRepository, profile, sourceOf } from './testing/repository.ts'
import type { Files, Repository } from './testing/repository.ts'

const built = await buildProgram()
afterAll(() => rmSync(built, { recursive: true, force: true }))
/** The driver as it is delivered. */
let program = ''
let repository: Repository
const folder = (): string => join(program, 'dist/resident')
const socket = (): string => join(folder(), 'socket')

const newDriven = (): Repository => {
  const command = `sh '${program}/driver.sh' %L %P %O %A %B`
  return newRepository({ sluice: command }, '*.profile merge=sluice\n')
}

beforeEach(() => {
  program = mkdtempSync(join(tmpdir(), 'sluice-program-'))
  cpSync(built, join(program, 'dist'), { recursive: true })
  copyFileSync(sourceOf('../driver.sh'), join(program, 'driver.sh'))
  repository = newDriven()
})

afterEach(async () => {
  if (existsSync(socket())) await ask('/end').catch(() => undefined)
  repository.remove()
  rmSync(program, { recursive: true, force: true })
})

async function ask(path: string): Promise<string> {
  const asked = request({ socketPath: socket(), path }).end()
  const [answer] = await once(asked, 'response')
  return text(answer)
}

const names = ['One.profile', "Two's $(x).profile", 'Drei ä.profile']
const every = (content: (name: string) => string): Files =>
  Object.fromEntries(names.map((name) => [name, content(name)]))

/** In every file, ours and theirs change entries beside each other. */
function commitFitting(): void {
  repository.commitVersions(
    every((name) => profile(entry(name, false), entry('Z', false))),
    every((name) => profile(entry(name, true), entry('Z', false))),
    every((name) => profile(entry(name, false), entry('Z', true))),
  )
}

function expectMerged(): void {
  for (const name of names) expect(repository.read(name)).toBe(profile(entry(name, true), entry('Z', true)))
  expect(repository.git('status', '--porcelain')).toBe('')
}

describe('files that one process merges', () => {
  test.each([
    ['git merge', ['merge', '-q', '-m', 'merged', 'theirs']],
    ['git rebase', ['rebase', '-q', 'theirs']],
    ['git cherry-pick', ['cherry-pick', 'theirs']],
  ])('%s', async (_, args) => {
    commitFitting()
    rmSync(join(program, 'dist/driver.cjs'))
    expect(repository.tryGit(...args).status).toBe(0)
    expectMerged()
    expect(Number(await ask('/end'))).toBeGreaterThan(0)
  })

  test('a conflict leaves markers and its reason as without it', () => {
    const sides = ['1', '2', '3'].map((value) => ({ 'A.profile': profile(`<custom>${value}</custom>\n`) }))
    const [base = {}, ours = {}, theirs = {}] = sides
    repository.commitVersions(base, ours, theirs)
    const { status, stderr } = repository.tryGit('merge', '-q', 'theirs')
    expect([status, stderr]).toEqual([1, expect.stringContaining('A.profile: ')])
    expect(repository.read('A.profile')).toMatch(/^<{7} ours\n[^]*^>{7} theirs$/mu)
    expect(repository.git('status', '--porcelain')).toBe('UU A.profile\n')
  })

  test('merges at the same time do not mix', async () => {
    const other = newDriven()
    commitFitting()
    const versions = [false, true].map((on) => ({ 'One.profile': profile(entry('Other', on)) }))
    const [base = {}, ours = {}] = versions
    other.commitVersions(base, ours, { 'One.profile': profile(entry('Other', false), entry('More', true)) })
    const merges = [repository, other].map(async (at) => {
      const merging = spawn('git', ['-C', at.folder, 'merge', '-q', '-m', 'merged', 'theirs'])
      return once(merging, 'exit')
    })
    expect((await Promise.all(merges)).map(([code]) => code)).toEqual([0, 0])
    expectMerged()
    expect(other.read('One.profile')).toBe(profile(entry('Other', true), entry('More', true)))
    other.remove()
  })
})

function expectMerging(): void {
  commitFitting()
  expect(repository.tryGit('merge', '-q', '-m', 'merged', 'theirs').status).toBe(0)
  expectMerged()
}

/** Another process at the place of ours, which answers the same to everything; ends it. */
async function listen(answer: string): Promise<() => boolean> {
  mkdirSync(folder(), { mode: 0o700 })
  const script = `require('net')
    .createServer((at) => at.once('data', () => at.end(${JSON.stringify(answer)})))
    .listen(process.argv[1], () => console.log())`
  const server = spawn(process.execPath, ['-e', script, socket()])
  await once(server.stdout, 'data')
  return () => server.kill('SIGKILL')
}

describe('the result is the same when the process', () => {
  test.each([
    ['answers nothing', ''],
    ['ends inside an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<Profile>'],
    ['fails', 'HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nNo'],
  ])('%s', async (_, answer) => {
    const kill = await listen(answer)
    expectMerging()
    expect(kill()).toBe(true)
  })

  test('was killed and left its socket behind', async () => {
    const kill = await listen('')
    kill()
    expectMerging()
    expect(Number(await ask('/end'))).toBeGreaterThan(0)
  })

  test('cannot start, because others may enter its folder', () => {
    mkdirSync(folder())
    chmodSync(folder(), 0o755)
    expectMerging()
    expect(readdirSync(folder())).toEqual([])
  })

  test('is out of date, and ends', async () => {
    expectMerging()
    utimesSync(join(program, 'dist/resident.cjs'), 1, 1)
    expect([await ask('/merge'), existsSync(socket())]).toEqual(['', false])
  })
})

test('it ends when nothing is asked, and leaves nothing behind', async () => {
  const source = pathToFileURL(sourceOf('resident.ts')).href
  const script = `import { startResident } from '${source}'
    startResident(process.argv[1], { program: process.execPath, idleMs: 50, onListening: () => console.log('on') })`
  const fromSources = ['--conditions=source', '--import', import.meta.resolve('tsx')]
  const resident = spawn(process.execPath, [...fromSources, '--input-type=module', '-e', script, folder()])
  const said = text(resident.stdout)
  expect(await once(resident, 'exit')).toEqual([0, null])
  expect([await said, existsSync(folder())]).toEqual(['on\n', false])
})
