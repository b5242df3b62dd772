import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { WholeDifference } from './viewer/sheet-file.ts'
import { keyOf, paramsOf, type RepositorySource } from './repository-source.ts'

export const branchListQuery = (source: RepositorySource) =>
  queryOptions({
    queryKey: keyOf(source, 'branches'),
    queryFn: ({ signal }) => source.client.repository.listBranches({ params: paramsOf(source), signal }),
  })

export interface CommitRange {
  revision: string
  /** Leaves out what this branch or commit has too. */
  without?: string
}

export const commitListQuery = (source: RepositorySource, range: CommitRange) =>
  infiniteQueryOptions({
    queryKey: keyOf(source, 'commits', range),
    queryFn: ({ pageParam, signal }) =>
      source.client.repository.listCommits({
        params: paramsOf(source),
        query: { ...range, skip: String(pageParam) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextSkip,
  })

export const commitQuery = (source: RepositorySource, hash: string) =>
  queryOptions({
    queryKey: keyOf(source, 'commit', hash),
    queryFn: ({ signal }) =>
      source.client.repository.getCommit({ params: paramsOf(source), query: { hash }, signal }),
  })

export const comparisonQuery = (source: RepositorySource, range: { from: string; to: string }) =>
  queryOptions({
    queryKey: keyOf(source, 'compare', range),
    queryFn: ({ signal }) =>
      source.client.repository.compare({ params: paramsOf(source), query: range, signal }),
  })

/** Two commits; without `from` everything in `to` is new. */
export interface CommitPair {
  from?: string
  to: string
}

export const differenceQuery = (source: RepositorySource, pair: CommitPair, path: string) =>
  queryOptions({
    queryKey: keyOf(source, 'difference', pair, { path }),
    queryFn: ({ signal }) =>
      source.client.repository.getDifference({ params: paramsOf(source), query: { ...pair, path }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The difference of a file with all of its lines, for the sheet. */
export function wholeDifference(source: RepositorySource, pair: CommitPair, path: string): WholeDifference {
  const lines = 'wholeFile'
  return {
    queryKey: keyOf(source, 'difference', pair, { path, lines }),
    queryFn: ({ signal }) =>
      source.client.repository.getDifference({
        params: paramsOf(source),
        query: { ...pair, path, lines },
        signal,
      }),
  }
}
