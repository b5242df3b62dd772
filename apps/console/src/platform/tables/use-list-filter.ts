import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import {
  type FilterLabels,
  filterOfSearch,
  type ListFilter,
  listSearch,
  type ListSearch,
  searchOfFilter,
} from './list-filter.ts'
import type { TablePreferences } from './preferences.ts'

interface Remembered {
  preferences: TablePreferences
  remember: (changes: Partial<TablePreferences>) => void
}

/**
 * The filter of the address, or else the remembered one, which is then written to the address. The route of the page validates its
 * search by `listSearch`.
 */
export function useListFilter({ preferences, remember }: Remembered, labels: FilterLabels = {}) {
  const ofAddress = filterOfSearch(listSearch.parse(useSearch({ strict: false })), labels)
  const write = useWriteFilter()
  const { filter, choice, status, onlyMine } = preferences
  const hasAddress = ofAddress !== null
  useEffect(() => {
    const search = searchOfFilter({ filter, choice, status, onlyMine })
    if (!hasAddress && Object.keys(search).length > 0) write(search)
  }, [hasAddress, filter, choice, status, onlyMine, write])
  const current: ListFilter = ofAddress ?? { filter, choice, status, onlyMine }
  const change = (changes: Partial<ListFilter>) => {
    const next = { ...current, ...changes }
    remember(next)
    write(searchOfFilter(next))
  }
  return [current, change] as const
}

/** Replaces the filter in the address. */
function useWriteFilter(): (search: ListSearch) => void {
  const navigate = useNavigate()
  return useCallback((search) => void navigate({ to: '.', search, replace: true }), [navigate])
}
