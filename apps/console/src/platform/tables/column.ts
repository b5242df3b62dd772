import type { ReactNode } from 'react'

export interface Column<T> {
  id: string
  label: string
  /** CSS width; one column may be `auto` and takes what is left. */
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
