import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Entity, EntityTable } from './entity-table.ts'

/** One entity; renders again only when it changes. */
export function useEntity<T extends Entity>(
  table: EntityTable<T>,
  id: string | null | undefined,
): T | undefined {
  const subscribe = useCallback((listener: () => void) => table.subscribeTo(id ?? '', listener), [table, id])
  return useSyncExternalStore(subscribe, () => table.get(id ?? ''))
}

/**
 * Something derived from a whole table. It is computed once per change of the table or of the selector;
 * an equal answer keeps its identity, so nothing renders. Pass a selector that is stable between renders.
 */
export function useDerived<T extends Entity, R>(
  table: EntityTable<T>,
  select: (rows: ReadonlyMap<string, T>) => R,
): R {
  const last = useRef<{ version: number; select: typeof select; answer: R } | null>(null)
  const read = () => {
    const known = last.current
    if (known && known.version === table.version && known.select === select) return known.answer
    const answer = select(table.rows)
    last.current = {
      version: table.version,
      select,
      answer: known && isSame(known.answer, answer) ? known.answer : answer,
    }
    return last.current.answer
  }
  return useSyncExternalStore(table.subscribe, read)
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other)
  return one.length === other.length && one.every((item, index) => Object.is(item, other[index]))
}
