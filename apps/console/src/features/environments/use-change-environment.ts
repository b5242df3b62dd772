import type { Environment } from '@sluice/contract/environment'
import type { environmentChanges } from '@sluice/contract/environments'
import type { z } from 'zod'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'

type Changes = Pick<z.input<typeof environmentChanges>, 'name' | 'slug' | 'isLocked'>

/** Saves changes of an environment; the local copy follows at once, the push confirms it. */
export function useChangeEnvironment(environment: Environment) {
  const client = useClient()
  const { id: workspaceId } = useWorkspace()
  return async (changes: Changes) => {
    const params = { workspaceId, stackId: environment.stackId, environmentId: environment.id }
    await client.environments.update({ params, body: changes })
    const current = entities.environments.get(environment.id) ?? environment
    const { name = current.name, slug = current.slug, isLocked = current.isLocked } = changes
    entities.environments.apply([{ ...current, name, slug, isLocked }])
  }
}
