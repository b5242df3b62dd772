import { z } from 'zod'
import { requiredText } from './fields.ts'
import { limits } from './limits.ts'
import { collaboratorInvitation, repositoryCollaborator } from './repository-collaborator.ts'
import { route } from './route.ts'

const collaboratorsPath = '/workspaces/:workspaceId/stacks/:stackId/repository/collaborators' as const

/** What an invitation takes; each message names its field. */
export const newCollaborator = z.strictObject({
  username: requiredText('GitHub username', limits.gitHubUsername),
  readOnly: z.boolean({ error: 'Read-only is required' }),
})

/** Who may use a managed repository without being a member. A repository that the stack brought has its own host for that. */
export const collaboratorRoutes = {
  listCollaborators: route({
    method: 'GET',
    path: collaboratorsPath,
    summary: 'The people outside of the workspace with access to the managed repository',
    access: 'readWorkspace',
    response: z.array(repositoryCollaborator),
    problems: ['repositoryNotSupported'],
    rate: 'read',
  }),
  inviteCollaborator: route({
    method: 'POST',
    path: collaboratorsPath,
    summary: 'Invite somebody to the managed repository',
    access: 'manageCollaborators',
    body: newCollaborator,
    response: collaboratorInvitation,
    problems: ['validationFailed', 'repositoryNotSupported', 'collaboratorUsernameInvalid', 'entityConflict'],
    rate: 'write',
  }),
  removeCollaborator: route({
    method: 'DELETE',
    path: `${collaboratorsPath}/:username`,
    summary: 'Take the access to the managed repository away from somebody',
    access: 'manageCollaborators',
    problems: ['repositoryNotSupported', 'entityNotFound'],
    rate: 'write',
  }),
}
