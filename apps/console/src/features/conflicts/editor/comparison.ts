import { unifiedMergeView } from '@codemirror/merge'
import type { Extension, Text } from '@codemirror/state'
import { changesAtOnce, toChanges } from '../../../platform/code/compare-texts.ts'
import type { Changes } from '../../../platform/code/line-diff.ts'

/** Unchanged lines are collapsed from so many on, and so many stay around each change. */
const collapsed = { margin: 4, minSize: 8 } as const

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
        if (isWhole && b === current && a === whole) return toChanges(changes, { a, b })
        return changesAtOnce(a, b)
      },
    },
    ...(isCollapsed && { collapseUnchanged: collapsed }),
  })
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
