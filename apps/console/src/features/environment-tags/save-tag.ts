import type { Environment } from '@sluice/contract/environment'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import type { EditedTag, Tags } from './tag-editor-state.ts'

/** Saves one tag of the editor in every environment; the local copies follow at once, the push confirms them. */
export function useSaveTag(environments: readonly Environment[]) {
  const client = useClient()
  const { id: workspaceId } = useWorkspace()
  return async ({ name, value, isDeleted }: EditedTag) => {
    for (const { id, stackId } of environments) {
      const params = { workspaceId, stackId, environmentId: id, tagName: name }
      if (isDeleted) await client.environments.deleteTag({ params })
      else await client.environments.setTag({ params, body: value })
      const current = entities.environments.get(id)
      const others = without(current?.tags ?? {}, name)
      if (current)
        entities.environments.apply([{ ...current, tags: isDeleted ? others : { ...others, [name]: value } }])
    }
  }
}

const without = (tags: Tags, name: string): Record<string, string | null> =>
  Object.fromEntries(Object.entries(tags).filter(([other]) => other.toLowerCase() !== name.toLowerCase()))
