import { applyChangeSet } from '../change-set.ts'
import { json } from '../http/answers.ts'
import { isRecord, readJson } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Practice } from '../practice.ts'
import { editsOf } from './components.ts'
import { unknownOrg } from './org-lookup.ts'

/**
 * POST /admin/orgs/<org>/change-sets `{user?, name?, edits}`: components that arrive by a
 * change set. 201 with the id; 422 with the problems of the first edit that fails, after which
 * earlier ones stay.
 */
export async function deployChangeSet(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  const given = await readJson(call)
  const user = typeof given.user === 'string' ? org.userNamed(given.user) : org.users[0]
  const edits = editsOf(Array.isArray(given.edits) ? given.edits.filter(isRecord) : [])
  if (!user || !edits) return json(400, { error: 'user and edits (as for components) are needed' })
  const name = typeof given.name === 'string' ? given.name : 'Change set'
  const result = await applyChangeSet(org, { user, name, edits })
  return 'problems' in result ? json(422, result) : json(201, { ...result, name })
}
