import type {
  Conflict,
  ConflictFile,
  ConflictFileVersion,
  EarlierResolution,
} from '@sluice/contract/conflict'
import { resolutionsIn, withResolutions } from '@sluice/contract/earlier-resolution'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SluiceClient, useClient } from '../../platform/api/client-context.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import type { Drafts } from './drafts.ts'

const nothing: ReadonlyMap<string, readonly string[]> = new Map()

/** What became of the elements of the file in an earlier conflict; nothing while it loads or where it is gone. */
export function useEarlierElements({ earlier }: ConflictFile): ReadonlyMap<string, readonly string[]> {
  const client = useClient()
  const { workspaceId, id: stackId } = useStack()
  const found = useQuery({
    queryKey: ['earlier-resolution', earlier?.conflictFileId],
    queryFn: async ({ signal }) =>
      earlier === null
        ? nothing
        : loadEarlierElements(client, { stack: { workspaceId, stackId }, earlier, signal }),
    enabled: earlier !== null && earlier.elements > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return found.data ?? nothing
}

interface EarlierUse {
  readonly conflict: Conflict
  readonly drafts: Drafts
  readonly resolve: (files: readonly ConflictFile[], wanted: 'Manual') => Promise<unknown>
}

/**
 * Writes into the result of a file what an earlier conflict made of the same elements, or of the same file. Gives how many conflicts
 * are left; a file without any is resolved by hand.
 */
export function useEarlierText({ conflict, drafts, resolve }: EarlierUse) {
  const client = useClient()
  const { workspaceId, id: stackId } = useStack()
  return useMutation({
    mutationFn: async (file: ConflictFile) => {
      const { earlier } = file
      if (earlier === null) return 0
      await drafts.discard(file.id)
      const stack = { workspaceId, stackId }
      const params = { ...stack, jobId: conflict.jobId, conflictId: conflict.id, conflictFileId: file.id }
      const made = earlier.isSameFile
        ? { text: await readEarlier(client, { stack, earlier }, 'Target'), left: 0 }
        : withResolutions(
            await client.conflicts.readFile({ params: { ...params, version: 'Target' } }),
            await loadEarlierElements(client, { stack, earlier }),
          )
      drafts.edit(file.id, () => made.text)
      if (!(await drafts.flush(file.id))) throw new Error('The text of the file is not saved.')
      if (made.left === 0) await resolve([file], 'Manual')
      return made.left
    },
  })
}

/** A text of a conflict that was resolved before. */
interface EarlierText {
  readonly stack: { readonly workspaceId: string; readonly stackId: string }
  readonly earlier: EarlierResolution
  readonly signal?: AbortSignal
}

const readEarlier = (
  client: SluiceClient,
  { stack, earlier, signal }: EarlierText,
  version: ConflictFileVersion,
): Promise<string> => {
  const { jobId, conflictId, conflictFileId } = earlier
  return client.conflicts.readFile({
    params: { ...stack, jobId, conflictId, conflictFileId, version },
    ...(signal && { signal }),
  })
}

/** What became of each element in the earlier conflict, by the key of the element. */
async function loadEarlierElements(
  client: SluiceClient,
  text: EarlierText,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const [orig, target] = await Promise.all([
    readEarlier(client, text, 'Orig'),
    readEarlier(client, text, 'Target'),
  ])
  return resolutionsIn({ orig, target, resolvedAs: text.earlier.resolvedAs })
}
