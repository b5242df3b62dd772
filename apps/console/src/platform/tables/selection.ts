import { useCallback, useMemo, useState } from 'react'

export interface Selection {
  /** The chosen ids that still exist among the rows. */
  ids: readonly string[]
  has: (id: string) => boolean
  toggle: (id: string, isSelected: boolean) => void
  toggleAll: (isSelected: boolean) => void
  isAll: boolean
  isSome: boolean
  clear: () => void
}

/** Chosen rows. Rows that disappear, by a push or by a filter, leave the selection. */
export function useSelection(rows: readonly { id: string }[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = useMemo(() => rows.filter((row) => chosen.has(row.id)).map((row) => row.id), [rows, chosen])
  const toggle = useCallback((id: string, isSelected: boolean) => {
    setChosen((before) => {
      const next = new Set(before)
      if (isSelected) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  const isAll = rows.length > 0 && ids.length === rows.length
  return {
    ids,
    has: (id) => chosen.has(id),
    toggle,
    toggleAll: (isSelected) => setChosen(new Set(isSelected ? rows.map((row) => row.id) : [])),
    isAll,
    isSome: ids.length > 0 && !isAll,
    clear: () => setChosen(new Set()),
  }
}
