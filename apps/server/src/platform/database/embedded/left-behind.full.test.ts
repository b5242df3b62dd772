import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive, readPostmaster } from './postmaster.ts'
import { stopLeftBehind } from './supervisor.ts'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-left-'))
  folder = join(root, 'postgres')
})
afterEach(async () => {
  await stopLeftBehind(folder)
  rmSync(root, { recursive: true, force: true })
})

/** A server process that is killed while its PostgreSQL runs. */
async function killedServer(): Promise<{ url: string; postmaster: number }> {
  const program = join(import.meta.dirname, '../../../testing/database-process.ts')
  const child = fork(program, [folder], {
    execArgv: ['--conditions=source', '--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [url] = await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
  return { url: String(url), postmaster: readPostmaster(join(folder, 'data'))?.pid ?? 0 }
}

test('the PostgreSQL that a killed server left running is stopped', async () => {
  const { postmaster } = await killedServer()
  expect(isAlive(postmaster)).toBe(true)
  expect(await stopLeftBehind(folder)).toBe(true)
  expect(isAlive(postmaster)).toBe(false)
})

test('a PostgreSQL that another process uses is not stopped', async () => {
  const { url, postmaster } = await killedServer()
  const client = new Client(url)
  await client.connect()
  expect(await stopLeftBehind(folder)).toBe(false)
  expect(isAlive(postmaster)).toBe(true)
  await client.end()
})

test('a process that the file names but that is not the database of the folder is left alone', async () => {
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true })
  const lines = [process.pid, data, 0, 5432, '', '127.0.0.1', '', 'ready']
  writeFileSync(join(data, 'postmaster.pid'), lines.join('\n'))
  expect(await stopLeftBehind(folder)).toBe(false)
  expect(readFileSync(join(data, 'postmaster.pid'), 'utf8')).toContain(String(process.pid))
})
