import { Change, unifiedMergeView } from '@codemirror/merge'
import type { Extension, Text } from '@codemirror/state'
import { type Changes, coarseDiff, lineDiff } from './line-diff.ts'

/** Unchanged lines are collapsed from so many on, and so many stay around each change. */
export const collapsed = { margin: 4, minSize: 8 } as const
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
