import { setTimeout as pause } from 'node:timers/promises'
import { ne } from 'drizzle-orm'
import { Client } from 'pg'
import { expect } from 'vitest'
import type { Context } from '../../context.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { job } from '../../platform/database/schema/jobs.ts'
import { silentLog } from '../../platform/log/log.ts'
import { runDueSchedules } from '../due-schedules.ts'
import { resetOccurrences } from '../reset-occurrences.ts'
import { insertSchedule, insertScheduleWorld } from './schedule-world.ts'

interface LawOptions {
  readonly ctx: Context
  readonly ownerUrl: string
  readonly schedules: number
  /** How many occurrences are decided at least. */
  readonly occurrences: number
  /** A number from 0 to 1. */
  readonly random: () => number
}

const minute = 60_000
const recurrences: readonly (readonly [string, number])[] = [
  ['*/5 * * * *', 5],
  ['*/10 * * * *', 10],
  ['*/15 * * * *', 15],
  ['*/30 * * * *', 30],
  ['@hourly', 60],
  ['0 */2 * * *', 120],
]

/** What a schedule must do next, computed without the product. */
interface Expected {
  readonly period: number
  next: number
  last: number
}

const firstAfter = (moment: number, period: number): number => Math.floor(moment / period) * period + period

/**
 * Three servers decide the occurrences of many schedules by a clock that jumps forward and back, while their connections are
 * cut at random as when a server dies. Each occurrence that is due while a server lives is decided exactly once, and what was
 * missed during a downtime is caught up once.
 */
export async function judgeOccurrences(options: LawOptions): Promise<{ decided: number; killed: number }> {
  const { ctx, ownerUrl, random } = options
  const time = { now: Date.parse('2026-11-24T00:02:00Z') }
  const schedules = await insertSchedules(options, time.now)
  const databases = [1, 2, 3].map(() => openDatabase({ url: ctx.database.url, poolSize: 3, log: silentLog }))
  const servers = databases.map((database) => ({ ...ctx, database }))
  const killer = await openKiller(ownerUrl)
  const counts = { decided: 0, killed: 0 }
  const readTime = async () => new Date(time.now)
  while (counts.decided < options.occurrences) {
    time.now += stepOf(random)
    const isKilled = random() < 0.3
    const ticks = servers.map(async (server) => runDueSchedules(server, readTime).catch(() => undefined))
    if (isKilled) counts.killed += await killer.kill(random)
    await Promise.all(ticks)
    counts.decided += await judgeRound(ctx, { schedules, now: time.now, isKilled })
    await resetOccurrences(ctx, readTime)
    for (const one of schedules.values())
      one.next = Math.min(one.next, firstAfter(Math.max(time.now, one.last), one.period))
  }
  await killer.close()
  await Promise.all(databases.map(async (database) => database.close()))
  return counts
}

/** Mostly some minutes; sometimes no server runs for hours, or the clock is set forward or back. */
function stepOf(random: () => number): number {
  const kind = random()
  if (kind < 0.05) return -random() * 90 * minute
  if (kind < 0.12) return random() * 600 * minute
  return random() * 12 * minute
}

async function insertSchedules(
  { ctx, schedules: count }: LawOptions,
  now: number,
): Promise<Map<string, Expected>> {
  const schedules = new Map<string, Expected>()
  const world = await insertScheduleWorld(ctx, 1)
  for (let index = 0; index < count; index++) {
    const [recurrence = '', minutes = 0] = recurrences[index % recurrences.length] ?? []
    const period = minutes * minute
    const next = firstAfter(now, period)
    const id = await insertSchedule(ctx, world, { recurrence, nextOccurrenceUtc: new Date(next) })
    schedules.set(id, { period, next, last: 0 })
  }
  return schedules
}

interface Round {
  readonly schedules: ReadonlyMap<string, Expected>
  readonly now: number
  readonly isKilled: boolean
}

/** Compares the jobs of this round with what is expected, ends them and gives their number. */
async function judgeRound(ctx: Context, { schedules, now, isKilled }: Round): Promise<number> {
  const jobs = await ctx.database.asSystem((tx) =>
    tx
      .select({ scheduleId: job.createdByScheduleId, occurrence: job.createdByScheduleOccurrenceUtc })
      .from(job)
      .where(ne(job.status, 'Ended')),
  )
  const started = new Map<string, number[]>()
  for (const { scheduleId, occurrence } of jobs) {
    const id = scheduleId ?? ''
    started.set(id, [...(started.get(id) ?? []), occurrence?.getTime() ?? 0])
  }
  for (const [id, one] of schedules) {
    const found = started.get(id) ?? []
    const wanted = one.next <= now ? [one.next] : []
    // A killed server may have left the occurrence to the next round, and never starts another one.
    expect(found).toEqual(isKilled && found.length === 0 ? [] : wanted)
    if (found.length === 0) continue
    one.last = one.next
    one.next = firstAfter(Math.max(now, one.last), one.period)
  }
  await ctx.database.asSystem((tx) => tx.update(job).set({ status: 'Ended' }).where(ne(job.status, 'Ended')))
  return jobs.length
}

/** Cuts connections of servers in the middle of what they do. */
async function openKiller(ownerUrl: string) {
  const client = new Client(ownerUrl)
  await client.connect()
  const one = `select count(pg_terminate_backend(pid))::int as killed from (
    select pid from pg_stat_activity where datname = current_database() and application_name = 'sluice'
      and state in ('active', 'idle in transaction') order by random() limit 1) busy`
  return {
    async kill(random: () => number): Promise<number> {
      let killed = 0
      for (let attempt = 0; attempt < 4; attempt++) {
        await pause(random() * 12)
        const { rows } = await client.query<{ killed: number }>(one)
        killed += rows[0]?.killed ?? 0
      }
      return killed
    },
    close: async () => client.end(),
  }
}
