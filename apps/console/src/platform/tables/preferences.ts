import { useState } from 'react'
import { z } from 'zod'

const preferences = z.object({
  hiddenColumns: z.array(z.string()),
  filter: z.string(),
  onlyMine: z.boolean(),
  /** The value of a list's own filter, for example a type. */
  choice: z.string(),
  /** The value of a second filter, for example a status. */
  status: z.string(),
})
export type TablePreferences = z.infer<typeof preferences>

/** What a person has set on one table, kept in this browser. */
export function useTablePreferences(table: string, initial: Partial<TablePreferences> = {}) {
  const key = `sluice.table.${table}`
  const [value, setValue] = useState<TablePreferences>(() => {
    const fallback = { hiddenColumns: [], filter: '', onlyMine: false, choice: '', status: '', ...initial }
    const stored = localStorage.getItem(key)
    return stored === null ? fallback : readPreferences(stored, fallback)
  })
  const change = (changes: Partial<TablePreferences>) => {
    const next = { ...value, ...changes }
    localStorage.setItem(key, JSON.stringify(next))
    setValue(next)
  }
  return [value, change] as const
}

export function readPreferences(stored: string, fallback: TablePreferences): TablePreferences {
  try {
    return preferences.parse({ ...fallback, ...z.record(z.string(), z.unknown()).parse(JSON.parse(stored)) })
  } catch {
    return fallback
  }
}
