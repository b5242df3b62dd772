import { sql } from 'drizzle-orm'
import type { Transaction } from './database/database.ts'
import { outboxMail } from './database/schema/server.ts'
import { newId } from './ids.ts'

export interface MailMessage {
  to: string
  subject: string
  body: string
  /** The same key twice is one mail. */
  deduplicationKey?: string
}

export interface Mail {
  /** Puts the mail into the outbox with the caller's other writes; the worker sends it. */
  send(tx: Transaction, message: MailMessage): Promise<void>
}

export const outbox: Mail = {
  async send(tx, message) {
    await tx
      .insert(outboxMail)
      .values({
        id: newId(),
        // Of the workspace whose transaction this is, and of none in a transaction of the system.
        workspaceId: sql`sluice_workspace_id()`,
        deduplicationKey: message.deduplicationKey ?? null,
        toAddress: message.to,
        subject: message.subject,
        body: message.body,
      })
      .onConflictDoNothing({ target: outboxMail.deduplicationKey })
  },
}
