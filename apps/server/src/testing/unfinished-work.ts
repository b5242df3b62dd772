import { join } from 'node:path'
import { Client } from 'pg'
import { clusterIn, readPassword, superuser } from '../platform/database/embedded/cluster.ts'
import { livingPort } from '../platform/database/embedded/postmaster.ts'

/** Rows that exist only while a job is unfinished, by what they would mean in a report. */
const questions = {
  'unfinished jobs': "select count(*)::int from job where status <> 'Ended'",
  'held locks': 'select count(*)::int from environment_lock',
  'waiting for locks': 'select count(*)::int from lock_ticket',
  'files of jobs': 'select count(*)::int from job_file',
  'runs of the engine':
    "select count(*)::int from dbos.workflow_status where status in ('PENDING', 'ENQUEUED', 'DELAYED')",
}

/** Reads what is unfinished in the embedded database of a data folder, as texts; empty when no job is under way. */
export async function unfinishedWork(dataDir: string): Promise<string[]> {
  const cluster = clusterIn(join(dataDir, 'postgres'))
  const client = new Client({
    host: '127.0.0.1',
    port: livingPort(cluster.data) ?? 0,
    user: superuser,
    password: readPassword(cluster),
    database: 'sluice',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const found: string[] = []
    for (const [name, question] of Object.entries(questions)) {
      const { rows } = await client.query<{ count: number }>(question)
      const count = rows[0]?.count ?? 0
      if (count > 0) found.push(`${name}: ${count}`)
    }
    return found
  } finally {
    await client.end().catch(() => undefined)
  }
}
