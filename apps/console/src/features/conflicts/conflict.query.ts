import type { Conflict, ConflictFile, ConflictFileVersion } from '@sluice/contract/conflict'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

interface FileVersion {
  stack: { workspaceId: string; stackId: string }
  conflict: Pick<Conflict, 'id' | 'jobId'>
  file: Pick<ConflictFile, 'id'>
  version: ConflictFileVersion
}

/** The text of a version of a file. The result of the merge changes with `revision`, the other versions never. */
export const fileVersionQuery = (
  client: SluiceClient,
  { stack, conflict, file, version }: FileVersion,
  revision = 0,
) =>
  queryOptions({
    queryKey: ['conflict-file', file.id, version, revision],
    queryFn: ({ signal }) =>
      client.conflicts.readFile({
        params: {
          ...stack,
          jobId: conflict.jobId,
          conflictId: conflict.id,
          conflictFileId: file.id,
          version,
        },
        signal,
      }),
    staleTime: version === 'Target' ? 0 : Number.POSITIVE_INFINITY,
    // Texts can be large: what no editor shows is not kept.
    gcTime: 0,
  })
