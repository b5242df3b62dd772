import { sql } from 'drizzle-orm'
import { index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdUtc, id, utc } from './columns.ts'
import { appUser } from './users.ts'

export type AccessLevel = 'Reader' | 'Operator' | 'Contributor' | 'Administrator'

export const workspace = pgTable(
  'workspace',
  {
    id: id(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    createdUtc: createdUtc(),
    createdByUserId: uuid('created_by_user_id').references(() => appUser.id, { onDelete: 'set null' }),
    ownerUserId: uuid('owner_user_id').references(() => appUser.id, { onDelete: 'set null' }),
    companyName: text('company_name').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phoneNumber: text('phone_number'),
    /** Access token of the command line: the envelope for showing it, the hash for looking it up. */
    licenseKeySealed: text('license_key_sealed'),
    licenseKeyHash: text('license_key_hash'),
    subscriptionStatus: text('subscription_status')
      .$type<'Active' | 'Paused' | 'Unpaid' | 'Terminated'>()
      .notNull()
      .default('Active'),
  },
  (t) => [
    uniqueIndex('workspace_slug_key').on(t.slug),
    uniqueIndex('workspace_name_key').on(sql`lower(${t.name})`),
    uniqueIndex('workspace_license_key_hash_key').on(t.licenseKeyHash),
  ],
)

const workspaceId = () =>
  uuid('workspace_id')
    .notNull()
    .references(() => workspace.id, { onDelete: 'cascade' })

export const member = pgTable(
  'member',
  {
    id: id(),
    workspaceId: workspaceId(),
    createdUtc: createdUtc(),
    invitedByUserId: uuid('invited_by_user_id').references(() => appUser.id, { onDelete: 'set null' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    status: text('status').$type<'Active' | 'Removed'>().notNull().default('Active'),
    accessLevel: text('access_level').$type<AccessLevel>().notNull(),
  },
  (t) => [
    unique('member_workspace_user_key').on(t.workspaceId, t.userId),
    index('member_user_id_idx').on(t.userId),
  ],
)

export const invitation = pgTable(
  'invitation',
  {
    id: id(),
    workspaceId: workspaceId(),
    createdUtc: createdUtc(),
    validUntilUtc: utc('valid_until_utc').notNull(),
    sendToEmailAddress: text('send_to_email_address').notNull(),
    accessLevel: text('access_level').$type<AccessLevel>().notNull(),
    createdByUserId: uuid('created_by_user_id').references(() => appUser.id, { onDelete: 'set null' }),
    /** The token of the link: the hash for looking it up, the envelope for showing and mailing it again. */
    tokenHash: text('token_hash').notNull(),
    tokenSealed: text('token_sealed').notNull(),
  },
  (t) => [
    index('invitation_workspace_id_idx').on(t.workspaceId),
    uniqueIndex('invitation_address_key').on(t.workspaceId, sql`lower(${t.sendToEmailAddress})`),
  ],
)
