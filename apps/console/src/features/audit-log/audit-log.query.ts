import { infiniteQueryOptions } from '@tanstack/react-query'
import { type AuditSearch, auditQueryOf } from './audit-search.ts'
import type { AuditSource } from './audit-source.ts'

/** The events of a log, newest first; asked for anew at each visit. */
export const auditEventsQuery = (source: AuditSource, search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', source.key, search],
    queryFn: ({ pageParam, signal }) =>
      source.list(
        { ...auditQueryOf(search, Date.now()), ...(pageParam === '' ? {} : { before: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextBefore }) => nextBefore,
    staleTime: 0,
  })
