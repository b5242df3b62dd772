import { eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { appUser } from '../platform/database/schema/users.ts'
import { isId } from '../platform/ids.ts'
import { isGlobalAdministrator, type UserRow } from './user.ts'
import { findUserById } from './user-store.ts'

/**
 * An account for a change by a global administrator, locked until the transaction ends. One such change happens after the other, and the
 * caller's rights are looked at again: two administrators who disable each other at once would otherwise leave none.
 */
export async function lockAccount(
  ctx: Pick<Context, 'config'>,
  tx: Transaction,
  { accountId, callerId }: { readonly accountId: string; readonly callerId: string },
): Promise<UserRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sluice.accounts'))`)
  const caller = await findUserById(tx, callerId)
  if (!caller || !isGlobalAdministrator(ctx.config, caller)) throw new AppError('userNotAuthorized')
  if (!isId(accountId)) throw new AppError('entityIdInvalid')
  const [row] = await tx.select().from(appUser).where(eq(appUser.id, accountId)).for('no key update')
  if (!row) throw new AppError('entityNotFound')
  return row
}

/** Disables an account at this moment, or enables it again. */
export async function setDisabled(tx: Transaction, id: string, disabledUtc: Date | null): Promise<void> {
  await tx.update(appUser).set({ disabledUtc }).where(eq(appUser.id, id))
}
