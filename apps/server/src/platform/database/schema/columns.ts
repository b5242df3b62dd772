import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Ids are UUID v7 made by `platform/ids.ts`, so that the primary key follows the order of creation. */
export const id = () => uuid('id').primaryKey()

export const utc = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

export const createdUtc = () => utc('created_utc').notNull().defaultNow()

/** Bytes; the driver gives and takes them as Buffers. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })
