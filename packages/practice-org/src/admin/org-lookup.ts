import { json } from '../http/answers.ts'
import type { Answer, Call } from '../http/request.ts'
import { displayName, orgLabel } from '../org-state.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'

/**
 * What the admin calls say about an org: its facts, its people without passwords, and how many
 * components of each type it has.
 */
export function orgView(org: Org): Record<string, unknown> {
  const users = org.users.map((user) => ({
    id: user.id,
    username: user.username,
    name: displayName(user),
    email: user.email,
    title: user.title,
    isActive: user.isActive,
  }))
  const types = Object.fromEntries(org.store.types().map((type) => [type, org.store.count(type)]))
  return { ...org.info, label: orgLabel(org.info), componentCount: org.store.size, types, users }
}

/** Runs a handler with the org that the address names, by id, name or label; 404 without it. */
export function withOrg<T extends Answer | Promise<Answer>>(
  practice: Practice,
  call: Call,
  body: (org: Org) => T,
): T | Answer {
  const org = practice.org(call.params[0] ?? '')
  return org ? body(org) : unknownOrg(call)
}

/** 404 for an address that names no org here. */
export function unknownOrg(call: Call): Answer {
  return json(404, { error: `There is no org ${call.params[0] ?? ''}` })
}

/** A text that is there and not empty. */
export function givenText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
