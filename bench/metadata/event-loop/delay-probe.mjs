// Loaded into the server before it starts: writes how late its event loop was, a line for each tenth of a second.
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const resolution = 5
const file = process.env['BENCH_DELAYS']

const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution).toFixed(1)

if (isMainThread && file !== undefined && process.argv[1]?.endsWith('server/dist/main.js')) {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${late(delay.percentile(50))} ${late(delay.max)}\n`)
    delay.reset()
  }, 100).unref()
}
