import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { keyOf, paramsOf, type RepositorySource } from './repository-source.ts'

/** A file or folder of a branch or commit. */
export interface Place {
  revision: string
  path: string
}

export const folderQuery = (source: RepositorySource, place: Place) =>
  infiniteQueryOptions({
    queryKey: keyOf(source, 'folder', place),
    queryFn: ({ pageParam, signal }) =>
      source.client.repository.listFolder({
        params: paramsOf(source),
        query: { ...place, skip: String(pageParam) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextSkip,
  })

export const fileQuery = (source: RepositorySource, place: Place) =>
  queryOptions({
    queryKey: keyOf(source, 'file', place),
    queryFn: ({ signal }) =>
      source.client.repository.getFile({ params: paramsOf(source), query: { ...place }, signal }),
  })

export const blameQuery = (source: RepositorySource, place: Place) =>
  queryOptions({
    queryKey: keyOf(source, 'blame', place),
    queryFn: ({ signal }) =>
      source.client.repository.getBlame({ params: paramsOf(source), query: { ...place }, signal }),
  })
