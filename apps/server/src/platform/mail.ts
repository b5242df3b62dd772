import { sql } from 'drizzle-orm'
import type { Transaction } from './database/database.ts'
import { outboxMail } from './database/schema/server.ts'
import { newId } from './ids.ts'

export interface MailMessage {
  /** Made by the outbox when absent. */
  id?: string
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

/** A text without line breaks and other control characters, as a line of a mail may hold it. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

export const outbox: Mail = {
  async send(tx, message) {
    await tx
      .insert(outboxMail)
      .values({
        id: message.id ?? newId(),
        // Of the workspace whose transaction this is, and of none in a transaction of the system.
        workspaceId: sql`sluice_workspace_id()`,
        deduplicationKey: message.deduplicationKey ?? null,
        toAddress: message.to,
        subject: oneLine(message.subject),
        body: message.body,
      })
      .onConflictDoNothing({ target: outboxMail.deduplicationKey })
  },
}
