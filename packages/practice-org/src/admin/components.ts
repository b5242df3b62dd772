import { editComponent, readComponent } from '../edit-component.ts'
import type { Edit } from '../edit-component.ts'
import { json } from '../http/answers.ts'
import { isRecord, readJson } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Practice } from '../practice.ts'
import { fileProperties } from '../retrieve/file-properties.ts'
import { unknownOrg } from './org-lookup.ts'

/**
 * GET /admin/orgs/<org>/components[?type=&name=]: what the org holds, as FileProperties; with
 * a name also the texts by path.
 */
export async function listComponents(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  const type = call.query.get('type')
  const name = call.query.get('name')
  if (type !== null && name !== null) {
    const files = await readComponent(org, type, name)
    const record = org.store.find(type, name)
    return files && record
      ? json(200, { ...fileProperties(org, record, ''), files })
      : json(404, { error: `There is no ${type} named ${name}` })
  }
  const types = type === null ? org.store.types() : [type]
  return json(
    200,
    types.flatMap((entry) => org.store.list(entry).map((record) => fileProperties(org, record, ''))),
  )
}

/**
 * POST /admin/orgs/<org>/components: creates, changes or deletes components as a user, one
 * after the other; with `keepsDate` their authors and dates stay, with `date` they were made at that moment. 422 when one of them had problems; the others are made all the same.
 */
export async function editComponents(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  const given = await readJson(call)
  const user = typeof given.user === 'string' ? org.userNamed(given.user) : org.users[0]
  if (!user) return json(400, { error: 'user: no such user in this org' })
  const edits = editsOf(Array.isArray(given.edits) ? given.edits : [given])
  if (!edits)
    return json(400, {
      error:
        'type, fullName and one of files (texts by path), text or delete: true are needed; date is an ISO text',
    })
  const results = []
  for (const edit of edits) {
    const result = await editComponent(org, { user, edit })
    results.push({ type: edit.type, fullName: edit.fullName, ...result })
  }
  const failed = results.some((result) => result.problems.length > 0)
  return json(failed ? 422 : 200, { results })
}

/** Reads edits out of a body; undefined when one of them says too little. */
export function editsOf(given: readonly unknown[]): Edit[] | undefined {
  const edits: Edit[] = []
  for (const entry of given) {
    if (!isRecord(entry) || typeof entry.type !== 'string' || typeof entry.fullName !== 'string')
      return undefined
    const { type, fullName } = entry
    const files = entry.delete === true ? undefined : textsOf(entry)
    if (entry.delete !== true && !files) return undefined
    const date = dateOf(entry)
    if (date === null) return undefined
    const keepsDate = entry.keepsDate === true
    edits.push({ type, fullName, ...(files && { files }), keepsDate, ...(date && { date }) })
  }
  return edits
}

/** Undefined where an edit names no moment, null where what it names is none. */
function dateOf({ date }: Record<string, unknown>): string | undefined | null {
  if (date === undefined) return undefined
  const moment = new Date(typeof date === 'string' ? date : Number.NaN)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

function textsOf(entry: Record<string, unknown>): Record<string, string> | undefined {
  if (typeof entry.text === 'string') return { text: entry.text }
  if (!isRecord(entry.files)) return undefined
  const texts: Record<string, string> = {}
  for (const [path, text] of Object.entries(entry.files)) texts[path] = String(text)
  return texts
}
