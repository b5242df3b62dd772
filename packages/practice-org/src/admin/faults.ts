import { faultKinds, isFaultKind } from '../faults.ts'
import { json } from '../http/answers.ts'
import { readJson } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Practice } from '../practice.ts'

/** GET /admin/faults: what is set, and every kind there is. */
export function listFaults(practice: Practice): Answer {
  return json(200, { faults: practice.faults.list(), kinds: faultKinds })
}

/**
 * POST /admin/faults `{kind, operation?, org?, times?, skip?, delayMs?, component?}`: sets a fault; 201
 * with its id. Without more it meets the next call of any operation in any org, once.
 */
export async function addFault(practice: Practice, call: Call): Promise<Answer> {
  const given = await readJson(call)
  const { kind } = given
  if (!isFaultKind(kind))
    return json(400, { error: `kind must be one of ${Object.keys(faultKinds).join(', ')}` })
  const org = typeof given.org === 'string' ? practice.org(given.org) : undefined
  const fault = practice.faults.add({
    kind,
    operation: typeof given.operation === 'string' ? given.operation : '*',
    ...(org ? { orgId: org.info.id } : {}),
    remaining: typeof given.times === 'number' ? given.times : 1,
    skip: typeof given.skip === 'number' ? given.skip : 0,
    delayMs: typeof given.delayMs === 'number' ? given.delayMs : 1_000,
    ...(typeof given.component === 'string' ? { component: given.component } : {}),
  })
  return json(201, fault)
}

/** DELETE /admin/faults[/<id>]: what was held goes on. */
export function removeFaults(practice: Practice, call: Call): Answer {
  practice.faults.remove(call.params[0] === '' ? undefined : call.params[0])
  return { status: 204 }
}
