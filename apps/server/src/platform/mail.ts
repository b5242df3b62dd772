import type { Transaction } from './database/database.ts'

export interface MailMessage {
  to: string
  subject: string
  body: string
  /** The same key twice is one mail. */
  deduplicationKey?: string
  workspaceId?: string
}

export interface Mail {
  /** Puts the mail into the outbox with the caller's other writes; the worker sends it. */
  send(tx: Transaction, message: MailMessage): Promise<void>
}
