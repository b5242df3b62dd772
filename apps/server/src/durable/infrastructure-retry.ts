import { systemClock } from '../platform/clock.ts'
import { Deadline } from '../platform/deadline.ts'

/** What PostgreSQL and its sockets say when the server is away for a moment, rather than when we asked something wrong. */
const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25P03',
  '08000',
  '08003',
  '08006',
  '40001',
  '40P01',
])
const transientMessages =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Query read timeout/i

/** Only of the database: an error of Salesforce or Git with the same code is for the command to judge. */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const ofSocket = /^E[A-Z]+$/.test(code)
  const fromPg = !ofSocket || /pg-pool|node_modules\/pg\//.test(error.stack ?? '')
  if ((transientCodes.has(code) && fromPg) || transientMessages.test(error.message)) return true
  return isDatabaseAway(error.cause, depth + 1)
}

const firstPauseMs = 100
const longestPauseMs = 2000

/** Git was lost together with the process that starts it, which is started again within a second. */
const isGitInterrupted = (error: unknown): boolean =>
  error instanceof Error && error.name === 'GitError' && 'code' in error && error.code === 'interrupted'

/** Repeats the body while the database is away; every other error ends it. */
export async function whileDatabaseIsAway<T>(body: () => Promise<T>): Promise<T> {
  return await repeatWhile(isDatabaseAway, body)
}

/** Repeats the body of a step while the database is away or the process that starts Git has been lost. */
export async function whileServerPartsAreAway<T>(body: () => Promise<T>): Promise<T> {
  return await repeatWhile((error) => isDatabaseAway(error) || isGitInterrupted(error), body)
}

const patienceMs = 300_000

async function repeatWhile<T>(isAway: (error: unknown) => boolean, body: () => Promise<T>): Promise<T> {
  const deadline = new Deadline(systemClock, patienceMs)
  for (let wait = firstPauseMs; ; wait = Math.min(wait * 1.6, longestPauseMs)) {
    try {
      return await body()
    } catch (error) {
      if (!isAway(error) || deadline.hasPassed) throw error
    }
    await systemClock.wait(wait)
  }
}
