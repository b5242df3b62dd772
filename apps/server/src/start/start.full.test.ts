import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAlive, readPostmaster } from '../platform/database/embedded/postmaster.ts'
import { type EmbeddedPostgres, ensureEmbedded } from '../platform/database/embedded/supervisor.ts'
import { silentLog } from '../platform/log/log.ts'
import { findPort } from './port.ts'
import { checkGitVersion } from './requirements.ts'
import { signalProcess } from '../testing/signal-process.ts'

let root: string
let port: number
const started: ChildProcess[] = []

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'sluice-start-'))
  port = await findPort('127.0.0.1', 0)
})
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const postgres = postgresPid()
  if (postgres) signalProcess(postgres, 'SIGQUIT')
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const postgresPid = () => readPostmaster(join(root, 'data', 'postgres', 'data'))?.pid

function launch(variables: Record<string, string> = {}, args: string[] = []) {
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', join(import.meta.dirname, '../main.ts'), ...args],
    {
      env: {
        PATH: '/usr/bin:/bin',
        SLUICE_PORT: String(port),
        SLUICE_DATA_DIR: join(root, 'data'),
        SLUICE_PRACTICE_ORG_URL: '',
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  started.push(child)
  let errors = ''
  let lines = ''
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  child.stdout.on('data', (chunk) => (lines += String(chunk)))
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, errors: errors.trim() }))
  return { child, ended, log: () => lines }
}

async function ready(child: ChildProcess): Promise<unknown> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
    if (answer?.ok) return answer.json()
    await new Promise((done) => setTimeout(done, 50))
  }
}

describe('a start that cannot work ends with one line', () => {
  test('for a setting that does not exist', async () => {
    expect(await launch({ SLUICE_PROT: '1' }).ended).toEqual({
      code: 2,
      errors: 'SLUICE_PROT is not a setting of Sluice; did you mean SLUICE_PORT?',
    })
  })

  test('for a port in use', async () => {
    const squatter = createServer().listen(port, '127.0.0.1')
    await once(squatter, 'listening')
    expect(await launch().ended).toEqual({
      code: 2,
      errors: `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set SLUICE_PORT to another one.`,
    })
    squatter.close()
  })

  test('for a data folder that cannot be written', async () => {
    const { code, errors } = await launch({ SLUICE_DATA_DIR: '/dev/null/data' }).ended
    expect([code, errors]).toEqual([
      2,
      expect.stringMatching(/^The data folder \/dev\/null\/data is not writable/),
    ])
  })

  test.each([
    ['', 'Git is not installed. Install git 2.38 or later.'],
    ['git version 2.37.9', 'Git 2.37 is too old. Install git 2.38 or later.'],
    ['git version 1.99.0', 'Git 1.99 is too old. Install git 2.38 or later.'],
  ])('for a git that answers "%s"', (answer, line) => {
    expect(() => checkGitVersion(answer)).toThrow(line)
  })

  test('for a database that does not answer', async () => {
    const { code, errors } = await launch({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/d' }).ended
    expect([code, errors]).toEqual([
      2,
      expect.stringMatching(/^The database of DATABASE_URL cannot be used: .*ECONNREFUSED/),
    ])
  })

  test('for an unknown role', async () => {
    expect(await launch({}, ['--role', 'boss']).ended).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/--role must be/),
    })
  })
})

describe('the server', () => {
  test('starts from nothing, says in JSON what it does, and leaves no process on SIGTERM', async () => {
    const { child, ended, log } = launch()
    expect(await ready(child)).toMatchObject({
      status: 'ready',
      parts: { database: { ok: true }, secrets: { ok: true }, disk: { ok: true }, worker: { ok: true } },
    })
    expect(readFileSync(join(root, 'data', 'master-key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(statSync(join(root, 'data', 'master-key')).mode & 0o777).toBe(0o600)
    const postgres = postgresPid() ?? 0
    expect(isAlive(postgres)).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, errors: '' })
    expect(isAlive(postgres)).toBe(false)
    const messages = log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg)
    expect(messages).toEqual(
      expect.arrayContaining(['starting', 'database migrated', 'ready', 'stopping', 'stopped']),
    )
  })

  test('after kill -9 starts again on the same database, and refuses a foreign master key', async () => {
    const first = launch()
    await ready(first.child)
    first.child.kill('SIGKILL')
    await first.ended
    const postgres = postgresPid() ?? 0
    const stranger = Array.from({ length: 32 }, (_, i) => (i + 100).toString(16)).join('')
    const refused = await launch({ SLUICE_MASTER_KEY: stranger }).ended
    expect(refused).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/^The master key is not the one/),
    })
    const second = launch()
    await ready(second.child)
    expect(isAlive(postgres) || (postgresPid() ?? 0) > 0).toBe(true)
    second.child.kill('SIGTERM')
    expect(await second.ended).toEqual({ code: 0, errors: '' })
  })
})

describe('the server on an external PostgreSQL', () => {
  let external: EmbeddedPostgres
  beforeEach(async () => {
    external = await ensureEmbedded({ folder: join(root, 'external'), log: silentLog })
    await query('postgres', 'create database team')
  })
  afterEach(() => external.stop())

  async function query(database: string, text: string): Promise<unknown[]> {
    const client = new Client(external.urlOf(database))
    await client.connect()
    return (await client.query(text).finally(() => client.end())).rows
  }

  test('migrates that one, works on it, and starts none of its own', async () => {
    const { child, ended, log } = launch({ DATABASE_URL: external.urlOf('team') })
    expect(await ready(child)).toMatchObject({ status: 'ready', parts: { database: { ok: true } } })
    expect(log()).toContain('database migrated')
    expect(await query('team', 'select name from server_fact')).toContainEqual({ name: 'master-key-check' })
    expect(existsSync(join(root, 'data', 'postgres'))).toBe(false)
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, errors: '' })
    expect(await query('team', 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('works as the login that its operator made, which owns nothing, and finds it migrated again', async () => {
    await query('postgres', "create role clerk login password 'of the clerk'")
    const asClerk = new URL(external.urlOf('team'))
    asClerk.username = 'clerk'
    asClerk.password = 'of the clerk'
    const variables = { DATABASE_URL: external.urlOf('team'), SLUICE_DATABASE_APP_URL: asClerk.href }
    const first = launch(variables)
    await ready(first.child)
    const logins = await query(
      'postgres',
      "select distinct usename from pg_stat_activity where datname = 'team'",
    )
    expect(logins).toEqual([{ usename: 'clerk' }])
    first.child.kill('SIGTERM')
    await first.ended
    const second = launch(variables)
    await ready(second.child)
    expect(second.log()).not.toContain('database migrated')
    const owned = "select relname from pg_class where pg_get_userbyid(relowner) = 'clerk'"
    expect(await query('team', owned)).toEqual([])
    second.child.kill('SIGTERM')
    expect(await second.ended).toEqual({ code: 0, errors: '' })
  })
})
