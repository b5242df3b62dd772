import { json } from '../http/answers.ts'
import { readJson } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Practice } from '../practice.ts'

/**
 * PATCH /admin/orgs/<org>/users/<user> `{isActive?, password?, passwordExpired?, profile?, hidden?}`. Sessions
 * that are open stay open.
 */
export async function patchUser(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  const user = org?.userNamed(call.params[1] ?? '')
  if (!org || !user) return json(404, { error: 'no such user' })
  const given = await readJson(call)
  if (typeof given.isActive === 'boolean') user.isActive = given.isActive
  if (typeof given.password === 'string') user.password = given.password
  if (typeof given.passwordExpired === 'boolean') user.passwordExpired = given.passwordExpired
  if (typeof given.profile === 'string') user.profile = given.profile
  if (Array.isArray(given.hidden)) user.hidden = given.hidden.map(String)
  await org.saveUsers()
  return json(200, {
    id: user.id,
    username: user.username,
    isActive: user.isActive,
    passwordExpired: user.passwordExpired,
    profile: user.profile,
    hidden: user.hidden ?? [],
  })
}
