import type { NotificationEvent } from '@sluice/contract/notification'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { notificationEvent } from '../platform/database/schema/notifications.ts'
import { newId } from '../platform/ids.ts'

export interface Happening {
  readonly workspaceId: string
  /** What it can be told as, the most telling first. */
  readonly events: NotificationEvent[]
  /** Nobody is told before so many seconds have passed; by then it may have settled itself. */
  readonly quietSeconds: number
  readonly jobId?: string
  readonly inquiryId?: string
  readonly scheduleId?: string
  readonly apexTestRunId?: string
}

/** Writes down with the caller's other writes that something happened; a worker tells those who want to know. */
export async function notify(tx: Transaction, { quietSeconds, ...event }: Happening): Promise<void> {
  const notBeforeUtc = sql`now() + make_interval(secs => ${quietSeconds})`
  await tx.insert(notificationEvent).values({ id: newId(), ...event, notBeforeUtc })
}
