import type { Account, AccountStatus } from '@sluice/contract/accounts'
import { limits } from '@sluice/contract/limits'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { appUser, userPassword } from '../platform/database/schema/users.ts'
import { member } from '../platform/database/schema/workspaces.ts'
import { isGlobalAdministrator, type UserRow } from './user.ts'

/** Which accounts a page lists. */
interface AccountFilter {
  readonly search?: string | undefined
  readonly status?: AccountStatus | undefined
  /** The id of the account that the page begins after. */
  readonly after?: string | undefined
}

/** One page of all accounts by e-mail address. Needs a transaction of the system. */
export async function listAccounts(
  ctx: Pick<Context, 'clock' | 'config'>,
  tx: Transaction,
  filter: AccountFilter,
): Promise<{ accounts: Account[]; nextAfter: string | null }> {
  const status = statusAt(ctx.clock.now())
  const rows = await tx
    .select({ user: appUser, status, workspaceCount: memberships })
    .from(appUser)
    .leftJoin(userPassword, eq(userPassword.userId, appUser.id))
    .where(and(...conditionsOf(filter, status)))
    .orderBy(asc(address))
    .limit(limits.accounts + 1)
  const accounts = rows.slice(0, limits.accounts).map(({ user, ...facts }) => ({
    ...viewOf(user),
    ...facts,
    isGlobalAdministrator: isGlobalAdministrator(ctx.config, user),
  }))
  return { accounts, nextAfter: rows.length > limits.accounts ? (accounts.at(-1)?.id ?? null) : null }
}

/** Unique, so it alone orders the list. */
const address = sql`lower(${appUser.emailAddress})`

const memberships = sql<number>`(select count(*)::int from ${member}
  where ${member.userId} = ${appUser.id} and ${member.status} = 'Active')`

const statusAt = (now: Date): SQL<AccountStatus> => sql<AccountStatus>`case
  when ${appUser.disabledUtc} is not null then 'Disabled'
  when ${userPassword.lockedUntilUtc} > ${now.toISOString()}::timestamptz then 'LockedOut' else 'Active' end`

function conditionsOf({ search, status, after }: AccountFilter, statusNow: SQL): SQL[] {
  const text = sql`lower(${appUser.emailAddress} || ' ' || ${appUser.firstName} || ' ' || ${appUser.lastName})`
  return [
    search === undefined || search === '' ? null : sql`position(lower(${search}) in ${text}) > 0`,
    status === undefined ? null : sql`${statusNow} = ${status}`,
    after === undefined
      ? null
      : sql`${address} > (select lower(last.email_address) from app_user last where last.id = ${after})`,
  ].filter((condition) => condition !== null)
}

const viewOf = (row: UserRow) => ({
  id: row.id,
  emailAddress: row.emailAddress,
  emailIsConfirmed: row.emailIsConfirmed,
  firstName: row.firstName,
  lastName: row.lastName,
  createdUtc: row.createdUtc.toISOString(),
  lastSignedInUtc: row.lastSignedInUtc?.toISOString() ?? null,
  disabledUtc: row.disabledUtc?.toISOString() ?? null,
})
