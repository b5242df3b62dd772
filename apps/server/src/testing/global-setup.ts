import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { isAlive, readPostmaster } from '../platform/database/embedded/postmaster.ts'
import { ensureEmbedded } from '../platform/database/embedded/supervisor.ts'
import { migrateDatabase } from '../platform/database/migrations.ts'
import { silentLog } from '../platform/log/log.ts'
import { templateDatabase, testAppPassword } from './test-constants.ts'
import { signalProcess } from './signal-process.ts'

/** One PostgreSQL for the whole run; what it holds is worth nothing, so it may forget it on a power cut. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' }

const prefix = 'sluice-test-postgres-'

/** A run that was killed could not stop its PostgreSQL; the next run does. */
async function clearAfterKilledRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = /^sluice-test-postgres-(\d+)-/.exec(name)?.[1]
    if (!owner || isAlive(Number(owner))) continue
    const folder = join(tmpdir(), name)
    const postmaster = readPostmaster(join(folder, 'postgres', 'data'))
    if (postmaster) signalProcess(postmaster.pid, 'SIGQUIT')
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearAfterKilledRuns()
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const postgres = await ensureEmbedded({ folder: join(folder, 'postgres'), log: silentLog, settings })
  const client = new Client(postgres.urlOf('postgres'))
  await client.connect()
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  await migrateDatabase({ ownerUrl: postgres.urlOf(templateDatabase), appPassword: testAppPassword })
  project.provide('postgresUrl', postgres.urlOf('postgres'))
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
