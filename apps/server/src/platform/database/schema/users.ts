import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdUtc, id, utc } from './columns.ts'

/** The profile. The password hash has a table of its own, so that no join can carry it to a screen. */
export const appUser = pgTable(
  'app_user',
  {
    id: id(),
    emailAddress: text('email_address').notNull(),
    emailIsConfirmed: boolean('email_is_confirmed').notNull().default(false),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    mobilePhoneNumber: text('mobile_phone_number'),
    createdUtc: createdUtc(),
    firstSignedInUtc: utc('first_signed_in_utc'),
    lastSignedInUtc: utc('last_signed_in_utc'),
    passwordLastChangedUtc: utc('password_last_changed_utc'),
    /** Since when nobody gets in with this account; null for an account that is in use. */
    disabledUtc: utc('disabled_utc'),
    /** The first account of a server that named no global administrators and only this machine could reach. */
    isFirstAccount: boolean('is_global_administrator').notNull().default(false),
  },
  (t) => [uniqueIndex('app_user_email_address_key').on(sql`lower(${t.emailAddress})`)],
)

export const userPassword = pgTable('user_password', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => appUser.id, { onDelete: 'cascade' }),
  passwordHash: text('password_hash').notNull(),
  failedSignIns: integer('failed_sign_ins').notNull().default(0),
  lockedUntilUtc: utc('locked_until_utc'),
})

/** The only valid secret that proves an address: of the link in a mail, or of the one that the start prints. */
export const emailConfirmation = pgTable('email_confirmation', {
  /** In lower case. The account need not exist yet. */
  emailAddress: text('email_address').primaryKey(),
  tokenHash: text('token_hash').notNull(),
  createdUtc: createdUtc(),
  expiresUtc: utc('expires_utc').notNull(),
})

/** One sign-in of one browser: the family of refresh tokens that descend from it. */
export const session = pgTable(
  'session',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    createdUtc: createdUtc(),
    /** When the password was last typed: guards of password and e-mail change look at it. */
    authenticatedUtc: utc('authenticated_utc').notNull().defaultNow(),
    lastUsedUtc: utc('last_used_utc').notNull().defaultNow(),
    expiresUtc: utc('expires_utc').notNull(),
    endedUtc: utc('ended_utc'),
    endedReason: text('ended_reason').$type<
      'SignedOut' | 'TokenReused' | 'PasswordChanged' | 'Removed' | 'EndedByAdministrator' | 'AccountDisabled'
    >(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
  },
  (t) => [index('session_user_id_idx').on(t.userId)],
)

export const refreshToken = pgTable(
  'refresh_token',
  {
    id: id(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    createdUtc: createdUtc(),
    expiresUtc: utc('expires_utc').notNull(),
    replacedById: uuid('replaced_by_id'),
    replacedUtc: utc('replaced_utc'),
  },
  (t) => [
    uniqueIndex('refresh_token_token_hash_key').on(t.tokenHash),
    index('refresh_token_session_id_idx').on(t.sessionId),
    /** A family has one living tip. */
    uniqueIndex('refresh_token_tip_key')
      .on(t.sessionId)
      .where(sql`replaced_by_id is null`),
  ],
)

export const passwordReset = pgTable(
  'password_reset',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    createdUtc: createdUtc(),
    expiresUtc: utc('expires_utc').notNull(),
    usedUtc: utc('used_utc'),
    /** Whether the token went to the address of the account only, so that whoever has it can read its mail. */
    wasMailed: boolean('was_mailed').notNull().default(true),
  },
  (t) => [uniqueIndex('password_reset_token_hash_key').on(t.tokenHash)],
)
