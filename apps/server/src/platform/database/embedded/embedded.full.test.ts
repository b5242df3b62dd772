import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../testing/test-jobs.ts'
import { silentLog } from '../../log/log.ts'
import { isAlive, readPostmaster } from './postmaster.ts'
import { type EmbeddedPostgres, ensureEmbedded } from './supervisor.ts'
import { signalProcess } from '../../../testing/signal-process.ts'

let root: string
let folder: string
const running: EmbeddedPostgres[] = []

beforeEach(() => {
  // Only its owner may enter, as with every `mktemp -d`: for root this is the hard case.
  root = mkdtempSync(join(tmpdir(), 'sluice-embedded-'))
  folder = join(root, 'postgres')
})
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

/** In a checkout that only root may enter, no other account can reach the programs, so none is dropped to. */
function isOpenToOthers(path: string): boolean {
  const parent = dirname(path)
  return (statSync(path).mode & 1) === 1 && (parent === path || isOpenToOthers(parent))
}

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await ensureEmbedded({ folder, log: silentLog })
  running.push(postgres)
  return postgres
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const postmaster = () => readPostmaster(join(folder, 'data'))?.pid ?? 0
const killed = (pid: number) => {
  signalProcess(pid, 'SIGKILL')
  return until(async () => !isAlive(pid))
}
const answers = (postgres: EmbeddedPostgres) =>
  until(() =>
    query(postgres.urlOf('postgres'), 'select 1').then(
      () => true,
      () => false,
    ),
  )

describe('the embedded PostgreSQL', () => {
  test('keeps what was written when it is stopped and started again, on the same port', async () => {
    const first = await start()
    const url = first.urlOf('postgres')
    await query(url, 'create table kept as select 7 as n')
    await first.stop()
    await expect(query(url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
    await start()
    expect(await query(url, 'select n from kept')).toEqual([{ n: 7 }])
  })

  test('is adopted by the next process when the one that started it is gone', async () => {
    await start()
    const pid = postmaster()
    const second = await start()
    expect(postmaster()).toBe(pid)
    expect(await query(second.urlOf('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('is waited for and adopted when it lives and answers late, as on a busy machine', async () => {
    const first = await start()
    const pid = postmaster()
    signalProcess(pid, 'SIGSTOP')
    setTimeout(() => signalProcess(pid, 'SIGCONT'), 4_000)
    const second = await start()
    expect(second.urlOf('postgres')).toBe(first.urlOf('postgres'))
    expect(postmaster()).toBe(pid)
  })

  test('started twice at once is one server', async () => {
    const [one, two] = await Promise.all([start(), start()])
    expect(one.urlOf('postgres')).toBe(two.urlOf('postgres'))
  })

  test('comes back by itself after kill -9, with every committed row', async () => {
    const postgres = await start()
    await query(postgres.urlOf('postgres'), 'create table kept as select generate_series(1, 1000) as n')
    await killed(postmaster())
    await answers(postgres)
    expect(await query(postgres.urlOf('postgres'), 'select count(*)::int as n from kept')).toEqual([
      { n: 1000 },
    ])
  })

  test('starts although a killed one left its file, and although the file names a foreign process', async () => {
    const first = await start()
    running.pop()
    const pid = postmaster()
    await first.stop()
    const file = join(folder, 'data', 'postmaster.pid')
    writeFileSync(file, [process.pid, join(folder, 'data'), 0, 1, '', '127.0.0.1', '', 'ready'].join('\n'))
    const second = await start()
    expect(postmaster()).not.toBe(pid)
    expect(await query(second.urlOf('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('takes another port when its own was taken in the meantime', async () => {
    const first = await start()
    running.pop()
    await first.stop()
    const port = Number(readFileSync(join(folder, 'port'), 'utf8'))
    const squatter = createServer().listen(port, '127.0.0.1')
    const second = await start()
    expect(second.urlOf('x')).not.toContain(`:${port}/`)
    expect(await query(second.urlOf('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    squatter.close()
  })

  test('makes its folder anew when it was killed while it was made', async () => {
    const first = await start()
    running.pop()
    await first.stop()
    rmSync(join(folder, 'complete'))
    const second = await start()
    expect(await query(second.urlOf('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('refuses a folder of another PostgreSQL version in one line', async () => {
    const first = await start()
    running.pop()
    await first.stop()
    writeFileSync(join(folder, 'data', 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/written by PostgreSQL 17/)
  })
})

describe('its guards', () => {
  test('listens on loopback only, without a socket, and wants its password', async () => {
    const postgres = await start()
    const url = postgres.urlOf('postgres')
    expect(
      await query(
        url,
        "select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_directories') order by 1",
      ),
    ).toEqual([
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'unix_socket_directories', setting: '' },
    ])
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
      /password authentication/,
    )
    expect(readFileSync(join(folder, 'data', 'pg_hba.conf'), 'utf8')).not.toMatch(/^[^#]*\btrust\b/m)
  })

  test('keeps its folder and its password to one user, who is not root', async () => {
    await start()
    expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const status = readFileSync(`/proc/${postmaster()}/status`, 'utf8')
    const capabilities = /CapEff:\s+(\w+)/.exec(status)?.[1]
    const uid = Number(/Uid:\s+(\d+)/.exec(status)?.[1])
    // In a namespace of its own it is root to the outside by name only: without any capability there.
    const outside = readFileSync(`/proc/${postmaster()}/uid_map`, 'utf8').trim().split(/\s+/)
    expect(uid !== 0 || (outside[0] !== '0' && capabilities === '0'.repeat(16))).toBe(true)
  })

  test.runIf(process.getuid?.() === 0 && isOpenToOthers(import.meta.dirname))(
    'of root drops to an account that can reach the folder, where one can reach it',
    async () => {
      chmodSync(root, 0o755)
      await start()
      expect(statSync(folder).uid).not.toBe(0)
      expect(readdirSync(folder)).toContain('data')
    },
  )
})
