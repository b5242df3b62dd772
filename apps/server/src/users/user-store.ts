import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { appUser, userPassword } from '../platform/database/schema/users.ts'
import type { UserRow } from './user.ts'

export async function findUserById(tx: Transaction, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(appUser).where(eq(appUser.id, id))
  return row ?? null
}

export async function findUserByEmail(tx: Transaction, emailAddress: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(appUser)
    .where(eq(sql`lower(${appUser.emailAddress})`, emailAddress.toLowerCase()))
  return row ?? null
}

/** Inserts the user unless the address is taken; then null. */
export async function insertUser(
  tx: Transaction,
  user: typeof appUser.$inferInsert,
  passwordHash: string,
): Promise<UserRow | null> {
  const [row] = await tx.insert(appUser).values(user).onConflictDoNothing().returning()
  if (!row) return null
  await tx.insert(userPassword).values({ userId: row.id, passwordHash })
  return row
}

/** Blocks other registrations until this one commits, and returns whether no user is registered yet. */
export async function isFirstUser(tx: Transaction): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sluice.first-user'))`)
  return !(await hasUsers(tx))
}

export async function hasUsers(tx: Transaction): Promise<boolean> {
  const rows = await tx.select({ id: appUser.id }).from(appUser).limit(1)
  return rows.length > 0
}

export type UserChanges = Partial<
  Pick<UserRow, 'emailAddress' | 'firstName' | 'lastName' | 'mobilePhoneNumber' | 'emailIsConfirmed'>
>

export async function updateUser(tx: Transaction, id: string, changes: UserChanges): Promise<void> {
  await tx.update(appUser).set(changes).where(eq(appUser.id, id))
}

/** False when the account has been disabled meanwhile; then nothing is recorded. */
export async function recordSignIn(tx: Transaction, user: UserRow, now: Date): Promise<boolean> {
  const firstSignedInUtc = user.firstSignedInUtc ?? now
  const rows = await tx
    .update(appUser)
    .set({ firstSignedInUtc, lastSignedInUtc: now })
    .where(and(eq(appUser.id, user.id), isNull(appUser.disabledUtc)))
    .returning({ id: appUser.id })
  return rows.length > 0
}
