// Watches the turns of an event loop from within: how late each was, and the processor time that its thread had since the
// turn before. All stays in memory until the process ends, because writing on the way would hold the loop up itself.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const everyMs = 5

/** Linux counts the nanoseconds that each thread has had; a process's first thread has its number. */
const times = `/proc/self/task/${process.pid}/schedstat`
const workedMs = existsSync(times)
  ? () => Number(readFileSync(times, 'utf8').split(' ', 1)[0]) / 1e6
  : () => Number.NaN

/** Writes a line a turn when the process ends: milliseconds since 1970, how late, how long its thread worked. */
export function recordTurns(file: string): void {
  const turns: number[][] = []
  let before = { at: performance.now(), worked: workedMs() }
  setInterval(() => {
    const now = { at: performance.now(), worked: workedMs() }
    turns.push([Date.now(), Math.max(0, now.at - before.at - everyMs), now.worked - before.worked])
    before = now
  }, everyMs).unref()
  process.on('exit', () => writeFileSync(file, turns.map((turn) => `${turn.join(' ')}\n`).join('')))
}
