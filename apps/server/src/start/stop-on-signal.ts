import type { Log } from '../platform/log/log.ts'

const graceMs = 28_000
const atOnceMs = 4_000

export interface Stoppable {
  stop(): Promise<void>
  stopAtOnce(): Promise<void>
}

/**
 * SIGTERM, Ctrl-C, or the end of the program that started us: in order, and at once when asked a second time. A
 * server that is just starting is stopped when it has started, because a half-started one would leave things behind.
 */
export function stopOnSignal(starting: Promise<Stoppable>, log: Log): void {
  let asked = 0
  const exitAfter = (milliseconds: number, stop: (server: Stoppable) => Promise<void>) => {
    const late = setTimeout(() => process.exit(1), milliseconds)
    starting
      .then(stop)
      .then(() => {
        log.info({}, 'stopped')
        process.exit(0)
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'could not stop in order')
        process.exit(1)
      })
      .finally(() => clearTimeout(late))
  }
  const stop = (reason: string) => {
    asked++
    if (asked === 1) {
      log.info({ reason }, 'stopping')
      exitAfter(graceMs, (server) => server.stop())
    } else if (asked === 2) exitAfter(atOnceMs, (server) => server.stopAtOnce())
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  if (process.connected) process.on('disconnect', () => stop('the starting program ended'))
}
