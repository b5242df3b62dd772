import { z } from 'zod'
import { accessLevel } from './access-levels.ts'
import { route } from './route.ts'

/** What may change on a member. */
export const memberChanges = z.strictObject({ accessLevel: accessLevel.optional() })

const one = '/workspaces/:workspaceId/members/:memberId' as const

/** The calls about the people of a workspace; its owner is changed with `workspaces.update`. */
export const members = {
  update: route({
    method: 'PATCH',
    path: one,
    summary: 'Give a member another access level',
    access: 'changeAccessLevel',
    body: memberChanges,
    problems: ['validationFailed', 'patchPropertyNotAllowed'],
    rate: 'write',
  }),
  remove: route({
    method: 'DELETE',
    path: one,
    summary: 'Remove a member, or leave the workspace',
    access: 'removeMember',
    problems: ['memberOwnerNotRemovable'],
    rate: 'write',
  }),
}
