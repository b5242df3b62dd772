import { sql } from 'drizzle-orm'
import type { Transaction } from './database.ts'

export const announcementChannel = 'sluice_announcement'

/** Rows that changed; the relay of every API process reads them again and sends them to its browsers. */
export interface Announcement {
  workspaceId: string
  kind: string
  ids: readonly string[]
}

/** PostgreSQL refuses payloads of 8,000 bytes and more; an id takes 39. */
const idsPerMessage = 150

/** Sends the announcement when the transaction commits, and never when it does not. */
export async function announce(tx: Transaction, announcement: Announcement): Promise<void> {
  for (let at = 0; at < announcement.ids.length; at += idsPerMessage) {
    const message = { ...announcement, ids: announcement.ids.slice(at, at + idsPerMessage) }
    await tx.execute(sql`select pg_notify(${announcementChannel}, ${JSON.stringify(message)})`)
  }
}

export const endedSessionsKind = 'sessionsEnded'

/** Sessions of a user have ended: his live channels look at once whether they may go on. */
export async function announceEndedSessions(tx: Transaction, userId: string): Promise<void> {
  await announce(tx, { workspaceId: '', kind: endedSessionsKind, ids: [userId] })
}
