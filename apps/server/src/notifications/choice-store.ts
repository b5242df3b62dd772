import { defaultChoices, type NotificationChoices } from '@sluice/contract/notification'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { notificationChoice } from '../platform/database/schema/notifications.ts'
import { member, workspace } from '../platform/database/schema/workspaces.ts'

/** A member with what he gets by mail. */
export interface ChoosingMember {
  readonly userId: string
  readonly choices: NotificationChoices
}

const choicesOf = (choices: NotificationChoices | null): NotificationChoices => ({
  ...defaultChoices,
  ...choices,
})

/** The active members of a workspace with their choices. */
export async function listChoosingMembers(tx: Transaction, workspaceId: string): Promise<ChoosingMember[]> {
  const rows = await tx
    .select({ userId: member.userId, choices: notificationChoice.choices })
    .from(member)
    .leftJoin(
      notificationChoice,
      and(
        eq(notificationChoice.workspaceId, member.workspaceId),
        eq(notificationChoice.userId, member.userId),
      ),
    )
    .where(and(eq(member.workspaceId, workspaceId), eq(member.status, 'Active')))
  return rows.map(({ userId, choices }) => ({ userId, choices: choicesOf(choices) }))
}

/** What a user gets by mail from each workspace that he is an active member of. */
export async function listChoicesOf(tx: Transaction, userId: string) {
  const rows = await tx
    .select({
      workspaceId: workspace.id,
      workspaceName: workspace.name,
      choices: notificationChoice.choices,
    })
    .from(member)
    .innerJoin(workspace, eq(workspace.id, member.workspaceId))
    .leftJoin(
      notificationChoice,
      and(eq(notificationChoice.workspaceId, workspace.id), eq(notificationChoice.userId, member.userId)),
    )
    .where(and(eq(member.userId, userId), eq(member.status, 'Active')))
    .orderBy(asc(sql`lower(${workspace.name})`))
  return rows.map(({ choices, ...row }) => ({ ...row, choices: choicesOf(choices) }))
}

export async function storeChoices(
  tx: Transaction,
  of: { readonly workspaceId: string; readonly userId: string },
  choices: NotificationChoices,
): Promise<void> {
  await tx
    .insert(notificationChoice)
    .values({ ...of, choices })
    .onConflictDoUpdate({
      target: [notificationChoice.workspaceId, notificationChoice.userId],
      set: { choices },
    })
}
