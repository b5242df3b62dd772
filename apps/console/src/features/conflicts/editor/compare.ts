import { type Changes, lineDiff } from './line-diff.ts'

/** A comparison that takes longer is given up, and changes are not highlighted. */
export const diffTimeoutMs = 5000
/** Texts of together so many characters are compared at once; longer ones beside the thread that handles input. */
const comparedAtOnce = 100_000
/** How long the comparison at once may take, so that no key waits for it. */
const atOnceMs = 30

/** The changes from one text to another, or null when that takes too long. */
export async function compareTexts(a: string, b: string, signal: AbortSignal): Promise<Changes | null> {
  const isShort = a.length + b.length <= comparedAtOnce
  return (isShort ? lineDiff(a, b, atOnceMs) : null) ?? compareInWorker({ a, b }, signal)
}

function compareInWorker(texts: { a: string; b: string }, signal: AbortSignal): Promise<Changes | null> {
  const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Changes | null>((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), diffTimeoutMs)
    const stop = () => {
      clearTimeout(timer)
      reject(new DOMException('The comparison was given up.', 'AbortError'))
    }
    signal.addEventListener('abort', stop, { once: true })
    worker.addEventListener('message', ({ data }: MessageEvent<Changes>) => {
      clearTimeout(timer)
      resolve(data)
    })
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    worker.postMessage(texts)
  }).finally(() => worker.terminate())
}
