import { json, restError } from '../http/answers.ts'
import type { Answer } from '../http/request.ts'
import { readJson } from '../http/request.ts'
import { keyPrefixes, sameId } from '../ids.ts'
import { findSObject, sobjectsOf } from '../query/catalogue.ts'
import type { SObjectType } from '../query/sobjects.ts'
import { fieldNamed, shownValue } from '../query/sobjects.ts'
import { givenFields } from './given-fields.ts'
import type { RestCall } from './rest-door.ts'
import { wording } from '../wording.ts'

/** Which of the two doors: each has objects of its own. */
type Api = 'data' | 'tooling'

const notFound = (): Answer => restError(404, 'NOT_FOUND', wording.call.notFound)

/** GET sobjects: every object of the API that this org has. */
export function listSObjects({ org, version }: RestCall, api: Api): Answer {
  const sobjects = sobjectsOf(org, api).map((type) => summary(type, version, api))
  return json(200, { encoding: 'UTF-8', maxBatchSize: 200, sobjects })
}

/**
 * GET sobjects/X/describe: fields with type and rights; 404 when the org lacks the object.
 * Clients read from the answer for SourceMember whether the org tracks its source.
 */
export function describeSObject({ org, version, call }: RestCall, api: Api): Answer {
  const type = findSObject(org, call.params[0] ?? '', api)
  if (!type) return notFound()
  const fields = Object.entries(type.fields).map(([name, kind]) => ({
    name,
    label: name,
    type: kind,
    custom: name.endsWith('__c'),
    nillable: name !== 'Id',
    createable: type.writable === true && name !== 'Id',
    updateable: type.writable === true && name !== 'Id',
    filterable: kind !== 'complexvalue',
    referenceTo: [],
    picklistValues: [],
  }))
  return json(200, { ...summary(type, version, api), fields, childRelationships: [], recordTypeInfos: [] })
}

function summary(type: SObjectType, version: string, api: Api): Record<string, unknown> {
  const base = `/services/data/v${version}/${api === 'tooling' ? 'tooling/' : ''}sobjects/${type.name}`
  return {
    name: type.name,
    label: type.name,
    labelPlural: `${type.name}s`,
    keyPrefix: keyPrefixes[type.name] ?? null,
    custom: false,
    queryable: true,
    createable: type.writable === true,
    updateable: type.writable === true,
    deletable: type.writable === true,
    searchable: false,
    urls: { sobject: base, describe: `${base}/describe`, rowTemplate: `${base}/{ID}` },
  }
}

/**
 * GET sobjects/X/id[?fields=a,b]: one record with all or the named fields. Ids may have 15 or
 * 18 characters; 400 INVALID_FIELD for an unknown field.
 */
export async function getRecord({ org, version, call }: RestCall, api: Api): Promise<Answer> {
  const [name = '', id = ''] = call.params
  const type = findSObject(org, name, api)
  const record = type && (await type.rows(org)).find((row) => sameId(row.Id, id))
  if (!type || !record) return notFound()
  const wanted = call.query.get('fields')?.split(',') ?? Object.keys(type.fields)
  const shown: Record<string, unknown> = {
    attributes: {
      type: type.name,
      url: `/services/data/v${version}/${api === 'tooling' ? 'tooling/' : ''}sobjects/${type.name}/${record.Id}`,
    },
  }
  for (const field of wanted) {
    const known = fieldNamed(type, field.trim())
    if (known === undefined) return restError(400, 'INVALID_FIELD', wording.records.column(field, type.name))
    shown[known] = shownValue(type.fields[known], record[known])
  }
  return json(200, shown)
}

/**
 * POST sobjects/X, for objects whose records are no more than records: 201 with the id. 405
 * METHOD_NOT_ALLOWED for objects that something else makes, 400 INVALID_FIELD for unknown
 * fields.
 */
export async function createRecord(rest: RestCall, api: Api): Promise<Answer> {
  const { org, call, session } = rest
  const type = findSObject(org, call.params[0] ?? '', api)
  if (!type) return notFound()
  if (type.writable !== true) return restError(405, 'METHOD_NOT_ALLOWED', wording.records.readOnly(type.name))
  const fields = givenFields(type, await readJson(call))
  if ('status' in fields) return fields
  const now = new Date().toISOString()
  const record = await org.records.insert(type.name, {
    ...fields.values,
    CreatedDate: now,
    CreatedById: session.userId,
    LastModifiedDate: now,
    LastModifiedById: session.userId,
  })
  const more = api === 'tooling' ? { warnings: [], infos: [] } : {}
  return json(201, { id: record.Id, success: true, errors: [], ...more })
}

/** PATCH sobjects/X/id: 204; 400 for unknown fields and wrong values, 404 for unknown records and objects that cannot be written. */
export async function updateRecord({ org, call }: RestCall, api: Api): Promise<Answer> {
  const [name = '', id = ''] = call.params
  const type = findSObject(org, name, api)
  if (!type || type.writable !== true || !org.records.find(type.name, id)) return notFound()
  const fields = givenFields(type, await readJson(call))
  if ('status' in fields) return fields
  await org.records.update(type.name, id, {
    ...fields.values,
    LastModifiedDate: new Date().toISOString(),
  })
  return { status: 204 }
}

/** DELETE sobjects/X/id: 204; there is no recycle bin here. */
export async function deleteRecord({ org, call }: RestCall, api: Api): Promise<Answer> {
  const [name = '', id = ''] = call.params
  const type = findSObject(org, name, api)
  if (!type || type.writable !== true || !org.records.find(type.name, id)) return notFound()
  await org.records.remove(type.name, id)
  return { status: 204 }
}
