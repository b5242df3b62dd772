import type { AuditEvent } from '@sluice/contract/audit-log'
import { Client } from 'pg'
import type { TestApp } from '../../api/testing/test-app.ts'
import { recordAudit } from '../record-audit.ts'

/** Records so many events of a workspace in one transaction. */
export const recordEvents = async ({ ctx }: TestApp, workspaceId: string, count: number): Promise<void> =>
  ctx.database.inWorkspace(workspaceId, null, async (tx) => {
    for (let n = 0; n < count; n++)
      await recordAudit(tx, { action: 'stack.updated', actorUserId: null, workspaceId, details: { n } })
  })

/** The events of an export. */
export const linesOf = (text: string): (Omit<AuditEvent, 'actorName'> & { hash: string })[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** Changes the tables as somebody with the rights of their owner could do. */
export async function asOwnerOfTables(
  { ownerUrl }: TestApp,
  ...statements: [text: string, values: unknown[]][]
): Promise<void> {
  const client = new Client(ownerUrl)
  await client.connect()
  for (const [text, values] of statements) await client.query(text, values)
  await client.end()
}
