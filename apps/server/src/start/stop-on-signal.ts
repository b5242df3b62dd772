import type { Log } from '../platform/log/log.ts'

const graceMs = 28_000
const atOnceMs = 4_000

export interface StopOptions {
  log: Log
  /** Lets what is going on come to its end. */
  gracefully: () => Promise<void>
  /** Only what must not stay behind. */
  atOnce: () => Promise<void>
}

/** SIGTERM, Ctrl-C, or the end of the program that started us: in order, and at once when asked a second time. */
export function stopOnSignal(o: StopOptions): void {
  let asked = 0
  const exitAfter = (milliseconds: number, stop: () => Promise<void>) => {
    const late = setTimeout(() => process.exit(1), milliseconds)
    stop()
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        o.log.error({ err: error }, 'could not stop in order')
        process.exit(1)
      })
      .finally(() => clearTimeout(late))
  }
  const stop = (reason: string) => {
    asked++
    if (asked === 1) {
      o.log.info({ reason }, 'stopping')
      exitAfter(graceMs, o.gracefully)
    } else if (asked === 2) exitAfter(atOnceMs, o.atOnce)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  if (process.connected) process.on('disconnect', () => stop('the starting program ended'))
}
