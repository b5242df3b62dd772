import { z } from 'zod'
import type { TablePreferences } from './preferences.ts'

/** The filter of a list as the address of its page has it. */
export const listSearch = z.object({
  // An address with digits only is read as a number.
  filter: z.coerce.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  mine: z.boolean().optional().catch(undefined),
})
export type ListSearch = z.infer<typeof listSearch>

export type ListFilter = Pick<TablePreferences, 'filter' | 'choice' | 'status' | 'onlyMine'>

/** Names what a list can be narrowed to beside text, by the value in its address. Other values narrow nothing. */
export interface FilterLabels {
  types?: Readonly<Record<string, string>>
  statuses?: Readonly<Record<string, string>>
}

export const noFilter: ListFilter = { filter: '', choice: '', status: '', onlyMine: false }

const known = (value: string | undefined, labels: Readonly<Record<string, string>> = {}): string =>
  value !== undefined && Object.hasOwn(labels, value) ? value : ''

/** The filter of the address; null when the address has none. */
export function filterOfSearch(search: ListSearch, { types, statuses }: FilterLabels): ListFilter | null {
  const { filter = '', mine = false } = search
  const found = { filter, choice: known(search.type, types), status: known(search.status, statuses) }
  const isEmpty = found.filter === '' && found.choice === '' && found.status === '' && !mine
  return isEmpty ? null : { ...found, onlyMine: mine }
}

/** The address of a filter, without what narrows nothing. */
export const searchOfFilter = ({ filter, choice, status, onlyMine }: ListFilter): ListSearch => ({
  ...(filter === '' ? {} : { filter }),
  ...(choice === '' ? {} : { type: choice }),
  ...(status === '' ? {} : { status }),
  ...(onlyMine ? { mine: true } : {}),
})
