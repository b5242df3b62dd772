import type { Environment } from '@sluice/contract/environment'
import type { environmentChanges } from '@sluice/contract/environments'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { salesforceInfoKey } from '../current-stack/salesforce-info.query.ts'

type Changes = z.input<typeof environmentChanges>

/**
 * Saves changes of an environment, if there are any; the local copy follows at once, the push confirms it. What changes how the
 * org is reached or spoken with lets its info be fetched again.
 */
export function useChangeEnvironment(environment: Environment) {
  const client = useClient()
  const queryClient = useQueryClient()
  const { id: workspaceId } = useWorkspace()
  return async (changes: Changes) => {
    if (Object.keys(changes).length === 0) return
    const params = { workspaceId, stackId: environment.stackId, environmentId: environment.id }
    await client.environments.update({ params, body: changes })
    const current = entities.environments.get(environment.id) ?? environment
    entities.environments.apply([{ ...current, ...localChanges(current, changes) }])
    const { name: _name, slug: _slug, isLocked: _isLocked, ...ofOrg } = changes
    if (Object.keys(ofOrg).length > 0)
      await queryClient.invalidateQueries({ queryKey: salesforceInfoKey(environment.id) })
  }
}

/** What the server will push: of a password only whether it is there. */
function localChanges(current: Environment, changes: Changes): Partial<Environment> {
  const { sfdcUsername, sfdcPassword, sfdcApiVersionMode, sfdcSignInUrl, ...rest } = changes
  const { name = current.name, slug = current.slug, isLocked = current.isLocked } = rest
  const username = sfdcUsername === undefined ? current.sfdcUsernameClearText : sfdcUsername
  return {
    name,
    slug,
    isLocked,
    sfdcSignInUrl: sfdcSignInUrl === undefined ? current.sfdcSignInUrl : sfdcSignInUrl,
    sfdcUsernameClearText: username,
    sfdcUsernameIsSet: username !== null,
    sfdcPasswordIsSet: sfdcPassword === undefined ? current.sfdcPasswordIsSet : sfdcPassword !== null,
    sfdcApiVersionMode: sfdcApiVersionMode === undefined ? current.sfdcApiVersionMode : sfdcApiVersionMode,
  }
}
