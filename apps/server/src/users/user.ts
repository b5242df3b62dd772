import type { User } from '@sluice/contract/user'
import { type Config, isLoopback } from '../platform/config/config.ts'
import type { appUser } from '../platform/database/schema/users.ts'

export type UserRow = typeof appUser.$inferSelect

const moment = (date: Date | null): string | null => date?.toISOString() ?? null

/** The user as the API shows him. */
export const toUser = (row: UserRow): User => ({
  id: row.id,
  emailAddress: row.emailAddress,
  firstName: row.firstName,
  lastName: row.lastName,
  mobilePhoneNumber: row.mobilePhoneNumber,
  createdUtc: row.createdUtc.toISOString(),
  firstSignedInUtc: moment(row.firstSignedInUtc),
  lastSignedInUtc: moment(row.lastSignedInUtc),
  passwordLastChangedUtc: moment(row.passwordLastChangedUtc),
  isGlobalAdministrator: row.isGlobalAdministrator,
})

/** One way to write an address, so that look-alike forms of a letter make no second account. */
export const canonicalEmail = (address: string): string => address.normalize('NFKC').trim()

/** Whether the configuration names this address as a global administrator; null when it names nobody. */
export function isNamedAdministrator(config: Config, emailAddress: string): boolean | null {
  const named = config.globalAdministrators
  return named === null ? null : named.includes(canonicalEmail(emailAddress).toLowerCase())
}

/** Without named administrators the first account is one, while only this machine can reach the server. */
export const firstAccountAdministers = (config: Config): boolean =>
  config.globalAdministrators === null && isLoopback(config.listen.host)
