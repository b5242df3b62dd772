import { sql } from 'drizzle-orm'
import type { Transaction } from './database.ts'

/** The time of the database when the transaction began: the same clock for every server. */
export async function databaseTime(tx: Transaction): Promise<Date> {
  const milliseconds = sql<number>`(extract(epoch from now()) * 1000)::float8`
  const { rows } = await tx.execute<{ milliseconds: number }>(sql`select ${milliseconds} as milliseconds`)
  const [row] = rows
  if (!row) throw new Error('The database did not tell its time.')
  return new Date(row.milliseconds)
}
