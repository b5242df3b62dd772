import type { KeyboardEvent, MouseEvent } from 'react'

/** What a person can do with a row as a whole. */
export interface RowActions<T> {
  /** A click anywhere on the row. Its first link must lead to the same place, for the keyboard. */
  open: (row: T) => void
  /** What letters do with the row that has the focus. */
  letters: Readonly<Record<string, (row: T) => void>>
}

const controls = 'a, button, input, label, select, textarea, summary, [role="checkbox"]'

/** Whether a click meant the row and not a control in it or a piece of text that was selected. */
export function isClickOnRow({ target, button, defaultPrevented }: MouseEvent): boolean {
  if (button !== 0 || defaultPrevented || !(target instanceof Element)) return false
  return target.closest(controls) === null && (getSelection()?.isCollapsed ?? true)
}

const rowsIn = (frame: Element) => [...frame.querySelectorAll<HTMLElement>('tr[data-row-id]')]
const rowOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-row-id]') : null

/**
 * Keys of a table that has the focus: j and k move to the first link of the next and of the former row. Returns the id of the row
 * that another letter was pressed on, or null.
 */
export function handleRowKey(event: KeyboardEvent<HTMLElement>): { id: string; letter: string } | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return null
  const row = rowOf(event.target)
  if (event.key === 'j' || event.key === 'k') {
    const rows = rowsIn(event.currentTarget)
    const step = event.key === 'j' ? 1 : -1
    const next = row === null ? rows[0] : rows[rows.indexOf(row) + step]
    next?.querySelector<HTMLElement>('a[href]')?.focus()
    return null
  }
  const id = row?.dataset['rowId']
  return id === undefined ? null : { id, letter: event.key }
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
