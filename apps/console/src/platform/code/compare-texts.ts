import { Change, presentableDiff } from '@codemirror/merge'
import { type Changes, coarseDiff, lineDiff } from './line-diff.ts'

/** Longer stretches are marked as a whole, because a comparison of their characters takes long and says little. */
const refinedCharacters = 4_000

/** Changes for the editor's package, with each stretch of changed lines narrowed to the words that differ. */
export function toChanges(numbers: Changes, { a, b }: { a: string; b: string }): Change[] {
  const changes: Change[] = []
  for (let i = 0; i < numbers.length; i += 4) {
    const [fromA = 0, toA = 0, fromB = 0, toB = 0] = numbers.subarray(i, i + 4)
    const isRefined = fromA < toA && fromB < toB && toA - fromA + (toB - fromB) <= refinedCharacters
    if (!isRefined) changes.push(new Change(fromA, toA, fromB, toB))
    else
      for (const part of presentableDiff(a.slice(fromA, toA), b.slice(fromB, toB)))
        changes.push(new Change(fromA + part.fromA, fromA + part.toA, fromB + part.fromB, fromB + part.toB))
  }
  return changes
}

/** How long the part of a text around an edit may be compared, so that no key waits for it. */
const afterEditMs = 30

/** The changes between two texts at once; one change that covers everything where a comparison would take too long. */
export const changesAtOnce = (a: string, b: string): Change[] =>
  toChanges(lineDiff(a, b, afterEditMs) ?? coarseDiff(a, b), { a, b })

/** A comparison that takes longer is given up, and changes are not highlighted. */
const diffTimeoutMs = 5000
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
