import type { ConflictFileVersion, EarlierResolution } from '@sluice/contract/conflict'
import { resolutionsIn } from '@sluice/contract/earlier-resolution'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

/** A text of a conflict that was resolved before. */
interface EarlierText {
  readonly stack: { readonly workspaceId: string; readonly stackId: string }
  readonly earlier: EarlierResolution
  readonly signal?: AbortSignal
}

export const readEarlier = (
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
export async function loadEarlierElements(
  client: SluiceClient,
  text: EarlierText,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const [orig, target] = await Promise.all([
    readEarlier(client, text, 'Orig'),
    readEarlier(client, text, 'Target'),
  ])
  return resolutionsIn({ orig, target, resolvedAs: text.earlier.resolvedAs })
}
