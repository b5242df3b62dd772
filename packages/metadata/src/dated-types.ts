import type { RetrieveMember } from './retrieve-plan.ts'

import { isCarried, referencedTypes } from './retrieve-plan.ts'

/**
 * Types of which every change of the files moves the date in the org's list, each with the types whose names stand in its
 * files: the service writes a new name into them and leaves their date alone. A type is here only when its files are one
 * record that people save as a whole. Not here, for example: composites, which other components change; custom metadata
 * records, which the service lists without a date; bundles, whose sources are records of their own; mail templates, whose
 * attachments are; dashboards and queues, which hold user names; permission sets, which change with deleted fields.
 */
const datedTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['ApexClass', []],
  ['ApexComponent', []],
  ['ApexPage', []],
  ['ApexTrigger', []],
  ['Document', []],
  ['Report', ['CustomField', 'CustomObject', 'RecordType', 'ReportType', 'Role', 'Territory2']],
  ['StaticResource', []],
])

/** Whether the date of last change in the org's list proves, while it stays the same, that the files of a component are unchanged. */
export function isDatedType(type: string): boolean {
  return datedTypes.has(type)
}

/** The types whose names stand in the files of a type; while one of them changes, dates of the type prove nothing. */
export function typesNamedIn(type: string): readonly string[] {
  return datedTypes.get(type) ?? []
}

/** All types whose names stand in the files of a dated type, each once. */
export const typesNamedInDated: readonly string[] = [...new Set([...datedTypes.values()].flat())]

/**
 * The types of which a retrieve must name every component, changed or not: profiles and translations come back only with
 * the entries about what the same retrieve names. None when it names neither of these.
 */
export function typesToNameWhole(members: readonly RetrieveMember[]): ReadonlySet<string> {
  return members.some(isCarried) ? referencedTypes : new Set()
}
