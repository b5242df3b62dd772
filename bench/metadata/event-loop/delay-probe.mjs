// Loaded into the server before it starts: writes how late its event loop was, and the longest that its thread worked
// without a turn of the loop, in its own processor time; a line for each tenth of a second.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const resolution = 5
const file = process.env['BENCH_DELAYS']

/** Linux counts the nanoseconds that each thread has had; a process's first thread has its number. */
const times = `/proc/self/task/${process.pid}/schedstat`
const worked = () => Number(readFileSync(times, 'utf8').split(' ')[0])

const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution).toFixed(1)

if (isMainThread && file !== undefined && process.argv[1]?.endsWith('server/dist/main.js')) {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  let longest = existsSync(times) ? 0 : Number.NaN
  if (longest === 0) {
    let before = worked()
    setInterval(() => {
      const now = worked()
      longest = Math.max(longest, now - before)
      before = now
    }, resolution).unref()
  }
  setInterval(() => {
    const block = (longest / 1e6).toFixed(1)
    appendFileSync(file, `${Date.now()} ${late(delay.percentile(50))} ${late(delay.max)} ${block}\n`)
    delay.reset()
    longest *= 0
  }, 100).unref()
}
