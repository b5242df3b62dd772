import type { ReactNode } from 'react'

export interface Column<T> {
  id: string
  label: string
  /** CSS width; columns with `auto` share what is left. */
  width: string
  /** Cannot be hidden. */
  isLocked?: true
  cell: (row: T) => ReactNode
}

/** A stretch of rows under a heading. */
export interface RowGroup<T> {
  title: string
  rows: readonly T[]
}

export const visibleColumns = <T>(columns: readonly Column<T>[], hidden: readonly string[]): Column<T>[] =>
  columns.filter((column) => column.isLocked || !hidden.includes(column.id))

/** The CSS width below which a table scrolls sideways, so that no `auto` column shrinks to nothing. */
export function leastTableWidth(columns: readonly Pick<Column<never>, 'width'>[]): string {
  const widths = columns.map(({ width }) => (width === 'auto' ? '12rem' : width))
  return `calc(${['2.5rem', ...widths].join(' + ')})`
}
