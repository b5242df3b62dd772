import type { Clock } from '../platform/clock.ts'

const lookEveryMs = 1000
/** Corrections below this are the daily work of a time service. */
const stepMs = 2000

/**
 * Calls back when the clock of the machine was set back: the queue of the engine keeps the time of its next look by it, and would look
 * at nothing until that time comes again.
 * @returns ends the watch
 */
export function watchClock(
  clock: Pick<Clock, 'now' | 'elapsedMs'>,
  onSetBack: (byMs: number) => void,
): () => void {
  const offset = () => clock.now().getTime() - clock.elapsedMs()
  let known = offset()
  const timer = setInterval(() => {
    const found = offset()
    const byMs = known - found
    known = found
    if (byMs > stepMs) onSetBack(byMs)
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
