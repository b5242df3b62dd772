import type { Org } from '../org.ts'
import type { SObjectRecord } from '../records.ts'

/** An object that queries, describes and record calls know. */
export interface SObjectType {
  name: string
  /** Field names with their types; `reference` fields may be followed through `relationships`. */
  fields: Readonly<Record<string, FieldType>>
  /** Relationship name -> object it leads to, and the field that holds the id. */
  relationships?: Readonly<Record<string, { object: string; field: string }>>
  /** Which of the two doors knows the object. */
  api: 'data' | 'tooling' | 'both'
  /** False when this org does not have the object. */
  exists?: (org: Org) => boolean
  /** Every record of the object, made anew at each call; the query filters. */
  rows: (org: Org) => SObjectRecord[] | Promise<SObjectRecord[]>
  /** Records can be made, changed and removed by record calls. */
  writable?: boolean
}

/** What describe says about a field; `complexvalue` fields hold objects and cannot be filtered. */
export type FieldType =
  | 'id'
  | 'string'
  | 'boolean'
  | 'int'
  | 'double'
  | 'datetime'
  | 'reference'
  | 'complexvalue'

/** Names and types of fields from a compact list: `Id:id Name IsActive:boolean`; no type means string. */
export function fieldList(text: string): Record<string, FieldType> {
  const fields: Record<string, FieldType> = {}
  for (const part of text.split(/\s+/)) {
    if (part === '') continue
    const [name, type] = part.split(':')
    if (name !== undefined) fields[name] = isFieldType(type) ? type : 'string'
  }
  return fields
}

function isFieldType(text: string | undefined): text is FieldType {
  return text !== undefined && /^(id|string|boolean|int|double|datetime|reference|complexvalue)$/.test(text)
}

/**
 * A value as answers show it: date and time in whole seconds of UTC, `2026-11-22T08:15:00.000+0000`
 * (documented for REST and Tooling). Everything else is shown as it is.
 */
export function shownValue(kind: FieldType | undefined, value: unknown): unknown {
  const isTime = kind === 'datetime' && typeof value === 'string'
  return isTime ? value.replace(/(?:\.\d+)?Z$/, '.000+0000') : (value ?? null)
}

/**
 * The field with this name in whatever letter case; names of objects and fields do not mind it
 * in SOQL.
 */
export function fieldNamed(type: SObjectType, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return Object.keys(type.fields).find((field) => field.toLowerCase() === wanted)
}
