import { limits } from '@sluice/contract/limits'
import type { Webhook } from '@sluice/contract/notification'
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '../platform/app-error.ts'
import { type Changes, isAnyChanged } from '../platform/database/changes.ts'
import type { Transaction } from '../platform/database/database.ts'
import { notificationDelivery, webhook } from '../platform/database/schema/notifications.ts'
import { workspace } from '../platform/database/schema/workspaces.ts'

export type WebhookRow = typeof webhook.$inferSelect

/** Which webhook of which workspace. */
export interface WebhookPlace {
  readonly workspaceId: string
  readonly webhookId: string
}

const at = ({ workspaceId, webhookId }: WebhookPlace) =>
  and(eq(webhook.workspaceId, workspaceId), eq(webhook.id, webhookId))

/** The webhooks of a workspace as they are shown, by name. */
export async function viewWebhooks(tx: Transaction, workspaceId: string): Promise<Webhook[]> {
  const rows = await tx
    .select()
    .from(webhook)
    .where(eq(webhook.workspaceId, workspaceId))
    .orderBy(asc(sql`lower(${webhook.name})`), asc(webhook.id))
  const counts = await tx
    .select({ id: notificationDelivery.webhookId, status: notificationDelivery.status, many: count() })
    .from(notificationDelivery)
    .where(
      and(
        eq(notificationDelivery.workspaceId, workspaceId),
        inArray(notificationDelivery.status, ['Waiting', 'GivenUp']),
      ),
    )
    .groupBy(notificationDelivery.webhookId, notificationDelivery.status)
  const manyOf = (id: string, status: string) =>
    counts.find((one) => one.id === id && one.status === status)?.many ?? 0
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspaceId,
    createdUtc: row.createdUtc.toISOString(),
    createdByUserId: row.createdByUserId,
    name: row.name,
    format: row.format,
    events: row.events,
    isEnabled: row.isEnabled,
    addressShown: row.addressShown,
    waiting: manyOf(row.id, 'Waiting'),
    givenUp: manyOf(row.id, 'GivenUp'),
    lastDeliveredUtc: row.lastDeliveredUtc?.toISOString() ?? null,
  }))
}

/** The webhook, locked until the transaction ends. */
export async function lockWebhook(tx: Transaction, place: WebhookPlace): Promise<WebhookRow> {
  const [row] = await tx.select().from(webhook).where(at(place)).for('update')
  if (!row) throw new AppError('entityNotFound')
  return row
}

/** Refuses one more than a workspace may have. The workspace is locked, so that none are added meanwhile. */
export async function insertWebhook(tx: Transaction, row: typeof webhook.$inferInsert): Promise<void> {
  const { workspaceId } = row
  await tx
    .select({ id: workspace.id })
    .from(workspace)
    .where(eq(workspace.id, workspaceId))
    .for('no key update')
  const existing = await tx.$count(webhook, eq(webhook.workspaceId, workspaceId))
  if (existing >= limits.webhooksPerWorkspace)
    throw new AppError('validationFailed', {
      detail: `A workspace has at most ${limits.webhooksPerWorkspace} webhooks. Delete one first.`,
    })
  await tx.insert(webhook).values(row)
}

export async function updateWebhook(
  tx: Transaction,
  place: WebhookPlace,
  changes: Changes<WebhookRow>,
): Promise<void> {
  if (isAnyChanged(changes)) await tx.update(webhook).set(changes).where(at(place))
}

export async function deleteWebhook(tx: Transaction, place: WebhookPlace): Promise<void> {
  await tx.delete(webhook).where(at(place))
}

/** The enabled webhooks of a workspace. */
export async function listEnabledWebhooks(tx: Transaction, workspaceId: string): Promise<WebhookRow[]> {
  return tx
    .select()
    .from(webhook)
    .where(and(eq(webhook.workspaceId, workspaceId), eq(webhook.isEnabled, true)))
}
