import type { Conflict, ConflictFile, ConflictResolution } from '@sluice/contract/conflict'
import { fittingResolution } from '@sluice/contract/conflict-rules'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import type { Drafts } from './drafts.ts'
import { useEarlierText } from './use-earlier.ts'

type Operation = 'saving' | 'resetting'

/** The ids in the address of every call about the files of a conflict. */
export function useConflictParams({ id: conflictId, jobId }: Pick<Conflict, 'id' | 'jobId'>) {
  const { workspaceId, id: stackId } = useStack()
  return { workspaceId, stackId, jobId, conflictId }
}

/** Resolves and resets files, and tells which of them are under way. */
export function useFileOperations(conflict: Conflict, drafts: Drafts) {
  const { running, during } = useRunning()
  const resolve = useResolve(conflict, drafts)
  const reset = useReset(conflict, drafts)
  const earlierText = useEarlierText({
    conflict,
    drafts,
    resolve: async (files, wanted) => resolve.mutateAsync({ files, wanted }),
  })
  return {
    operationOf: (fileId: string) => running.get(fileId) ?? null,
    resolve: (files: readonly ConflictFile[], wanted: ConflictResolution) =>
      void during('saving', files, async () => resolve.mutateAsync({ files, wanted })),
    accept: (file: ConflictFile, read: () => string) =>
      during('saving', [file], async () => {
        drafts.edit(file.id, read)
        if (!(await drafts.flush(file.id))) throw new Error('The text of the file is not saved.')
        await resolve.mutateAsync({ files: [file], wanted: 'Manual' })
      }),
    /** Does with the file what was done in the earlier conflict; tells whether nothing is left to do in it. */
    resolveAgain: async (file: ConflictFile) => {
      const { earlier } = file
      if (earlier?.isSameFile && earlier.resolvedAs !== 'Manual')
        return during('saving', [file], async () =>
          resolve.mutateAsync({ files: [file], wanted: earlier.resolvedAs }),
        )
      let left = 0
      const isDone = await during('saving', [file], async () => {
        left = await earlierText.mutateAsync(file)
      })
      return isDone && left === 0
    },
    reset: (files: readonly ConflictFile[]) =>
      void during('resetting', files, async () => reset.mutateAsync(files)),
    resolveError: resolve.error ?? earlierText.error,
    resetError: reset.error,
  }
}

/** The files that something is done with. */
function useRunning() {
  const [running, setRunning] = useState<ReadonlyMap<string, Operation>>(new Map())
  const during = useCallback(
    async (operation: Operation, files: readonly ConflictFile[], act: () => Promise<void>) => {
      setRunning((before) => new Map([...before, ...files.map(({ id }) => [id, operation] as const)]))
      // The failure is shown by what has failed.
      const isDone = await act().then(
        () => true,
        () => false,
      )
      const ended = new Set(files.map(({ id }) => id))
      setRunning((before) => new Map([...before].filter(([id]) => !ended.has(id))))
      return isDone
    },
    [],
  )
  return { running, during }
}

function useResolve(conflict: Conflict, drafts: Drafts) {
  const client = useClient()
  const params = useConflictParams(conflict)
  return useMutation({
    mutationFn: async ({ files, wanted }: { files: readonly ConflictFile[]; wanted: ConflictResolution }) => {
      // What is not saved of a file would undo its resolution.
      await Promise.all(files.map(({ id }) => drafts.discard(id)))
      const resolved = files.flatMap((file) => {
        const resolution = fittingResolution(file, wanted)
        return resolution === null ? [] : [[file.id, resolution] as const]
      })
      const [only] = resolved
      if (only === undefined) return
      const [conflictFileId, resolution] = only
      if (resolved.length === 1)
        await client.conflicts.resolveFile({ params: { ...params, conflictFileId }, body: { resolution } })
      else
        await client.conflicts.resolveFiles({ params, body: { resolutions: Object.fromEntries(resolved) } })
    },
  })
}

function useReset(conflict: Conflict, drafts: Drafts) {
  const client = useClient()
  const params = useConflictParams(conflict)
  return useMutation({
    mutationFn: async (files: readonly ConflictFile[]) => {
      await Promise.all(files.map(({ id }) => drafts.discard(id)))
      const [only] = files
      if (only === undefined) return
      if (files.length === 1)
        await client.conflicts.resetFile({ params: { ...params, conflictFileId: only.id } })
      else
        await client.conflicts.resetFiles({
          params,
          body: { conflictFileIds: files.map(({ id }) => id) },
        })
    },
  })
}
