import type { Stack } from '@sluice/contract/stack'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'

interface StackChanges {
  name?: string
  slug?: string
  metadataDirectoryRelativePath?: string | null
}

/** Saves changes of a stack; the local copy follows at once, the push confirms it. */
export function useChangeStack({ id: stackId, workspaceId }: Stack) {
  const client = useClient()
  return async (changes: StackChanges) => {
    await client.stacks.update({ params: { workspaceId, stackId }, body: changes })
    const current = entities.stacks.get(stackId)
    if (!current) return
    const { metadataDirectoryRelativePath: path, ...rest } = changes
    entities.stacks.apply([
      { ...current, ...rest, ...(path === undefined ? {} : { metadataDirectoryRelativePath: path ?? '' }) },
    ])
  }
}
