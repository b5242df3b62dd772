import { Change, unifiedMergeView } from '@codemirror/merge'
import type { Extension, Text } from '@codemirror/state'
import { type Changes, coarseDiff, lineDiff } from './line-diff.ts'

/** Unchanged lines are collapsed from so many on, and so many stay around each change. */
const collapsed = { margin: 4, minSize: 8 } as const
/** How long the part of a text around an edit may be compared, so that no key waits for it. */
const afterEditMs = 30

interface Comparison {
  original: Text
  /** The text that was compared, and what was found. */
  current: string
  changes: Changes
  isCollapsed: boolean
  isReadOnly: boolean
}

/** Shows what changes from the original to the editor's text, line by line in one column. */
export function comparison({ original, current, changes, isCollapsed, isReadOnly }: Comparison): Extension {
  const whole = original.toString()
  return unifiedMergeView({
    original,
    gutter: true,
    syntaxHighlightDeletions: false,
    mergeControls: isReadOnly ? false : chunkButton,
    diffConfig: {
      override: (a, b) => {
        const isWhole = a.length === whole.length && b.length === current.length
        if (isWhole && b === current && a === whole) return toChanges(changes)
        return toChanges(lineDiff(a, b, afterEditMs) ?? coarseDiff(a, b))
      },
    },
    ...(isCollapsed && { collapseUnchanged: collapsed }),
  })
}

function toChanges(numbers: Changes): Change[] {
  const changes: Change[] = []
  for (let i = 0; i < numbers.length; i += 4) {
    const [fromA = 0, toA = 0, fromB = 0, toB = 0] = numbers.subarray(i, i + 4)
    changes.push(new Change(fromA, toA, fromB, toB))
  }
  return changes
}

/** A button beside a change. The package's own ones do nothing when they are pressed by keyboard. */
function chunkButton(type: 'reject' | 'accept', act: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'cm-chunk-use'
  button.textContent = type === 'accept' ? 'Accept change' : 'Undo change'
  button.addEventListener('click', act)
  return button
}

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
