import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureEmbedded } from '../platform/database/embedded/supervisor.ts'
import { migrateDatabase } from '../platform/database/migrations.ts'
import { silentLog } from '../platform/log/log.ts'
import { templateDatabase, testAppPassword } from './test-constants.ts'

/** One PostgreSQL for the whole run; what it holds is worth nothing, so it may forget it on a power cut. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' }

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-postgres-'))
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
