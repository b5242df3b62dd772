import type { ReactNode } from 'react'

export interface Column<T> {
  id: string
  label: string
  /** CSS width in rem; columns with `auto` share what is left. */
  width: string
  /** Cannot be hidden. */
  isLocked?: true
  cell: (row: T) => ReactNode
}

/** A stretch of rows under a heading. */
export interface RowGroup<T> {
  title: string
  rows: readonly T[]
  /** Names the part of the group that a row belongs to; each part has a heading. Rows of one part stand together. */
  partOf?: (row: T) => string
}

export const visibleColumns = <T>(columns: readonly Column<T>[], hidden: readonly string[]): Column<T>[] =>
  columns.filter((column) => column.isLocked || !hidden.includes(column.id))

const checkboxRem = 2.5
const leastAutoRem = 11

/** The width in rem below which a table scrolls sideways, so that no `auto` column shrinks to nothing. */
export const leastTableWidth = (columns: readonly Pick<Column<never>, 'width'>[]): number =>
  columns.reduce(
    (sum, { width }) => sum + (width === 'auto' ? leastAutoRem : Number.parseFloat(width)),
    checkboxRem,
  )
