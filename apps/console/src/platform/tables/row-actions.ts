import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect } from 'react'

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

/** Lets j and k reach the rows of a table from anywhere on its page, save from fields, dialogs and menus. */
export function useKeysOfPage(frame: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const press = (event: globalThis.KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || (key !== 'j' && key !== 'k')) return
      if (!(target instanceof Element) || frame.current === null || frame.current.contains(target)) return
      if (target !== document.body && target.closest('main') === null) return
      if (target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]'))
        return
      const rows = rowsIn(frame.current)
      const row = key === 'j' ? rows[0] : rows.at(-1)
      row?.querySelector<HTMLElement>('a[href]')?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [frame, isOn])
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
