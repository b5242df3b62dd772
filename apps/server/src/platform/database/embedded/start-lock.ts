import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from './postmaster.ts'

/** A start takes seconds; whoever holds the file longer than this is another program with the same process id. */
const longestStartMs = 180_000
/** Tells this process from an earlier one with the same id, as every start in a container has. */
const incarnation = randomBytes(8).toString('hex')

function isStale(file: string): boolean {
  try {
    const age = Date.now() - statSync(file).mtimeMs
    const [pid = '', holder = ''] = readFileSync(file, 'utf8').split(' ')
    // Nothing in it yet: its maker is about to write, or was killed right then.
    if (!holder) return age > 2000
    if (age > longestStartMs) return true
    return Number(pid) === process.pid ? holder !== incarnation : !isAlive(Number(pid))
  } catch {
    return false
  }
}

/** Two processes that start on one data folder must not both start a server. */
export async function startAlone<T>(file: string, body: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const handle = openSync(file, 'wx', 0o600)
      writeSync(handle, `${process.pid} ${incarnation}`)
      closeSync(handle)
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      if (isStale(file)) rmSync(file, { force: true })
      else await pause(50)
    }
  }
  try {
    return await body()
  } finally {
    rmSync(file, { force: true })
  }
}
