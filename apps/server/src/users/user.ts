import type { User } from '@sluice/contract/user'
import { type Config, isLoopback } from '../platform/config/config.ts'
import type { appUser } from '../platform/database/schema/users.ts'

export type UserRow = typeof appUser.$inferSelect

const moment = (date: Date | null): string | null => date?.toISOString() ?? null

/** The user as the API shows him. */
export const toUser = (config: Config, row: UserRow): User => ({
  id: row.id,
  emailAddress: row.emailAddress,
  firstName: row.firstName,
  lastName: row.lastName,
  mobilePhoneNumber: row.mobilePhoneNumber,
  createdUtc: row.createdUtc.toISOString(),
  firstSignedInUtc: moment(row.firstSignedInUtc),
  lastSignedInUtc: moment(row.lastSignedInUtc),
  passwordLastChangedUtc: moment(row.passwordLastChangedUtc),
  isGlobalAdministrator: isGlobalAdministrator(config, row),
})

/** One way to write an address, so that look-alike forms of a letter make no second account. */
export const canonicalEmail = (address: string): string => address.normalize('NFKC').trim()

/** Whether the configuration names this address as a global administrator. */
export const isNamedAdministrator = (config: Config, emailAddress: string): boolean =>
  config.globalAdministrators?.includes(canonicalEmail(emailAddress).toLowerCase()) === true

/** What decides whether an account is a global administrator. */
export interface AdministratorFacts {
  readonly emailAddress: string
  readonly emailIsConfirmed: boolean
  readonly isFirstAccount: boolean
  readonly disabledUtc: Date | null
}

/**
 * Whether an account is a global administrator by the configuration of this moment. A named address counts only once its owner has proven it,
 * because anybody can register any address.
 */
export function isGlobalAdministrator(config: Config, account: AdministratorFacts): boolean {
  if (account.disabledUtc !== null) return false
  if (config.globalAdministrators === null) return account.isFirstAccount && firstAccountAdministers(config)
  return account.emailIsConfirmed && isNamedAdministrator(config, account.emailAddress)
}

/** Without named administrators the first account is one, while only this machine can reach the server. */
export const firstAccountAdministers = (config: Config): boolean =>
  config.globalAdministrators === null && isLoopback(config.listen.host)
