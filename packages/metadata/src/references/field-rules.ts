import type { ReferenceRule } from './reference-rule.ts'

/** Only custom fields: standard ones are nobody's to delete. */
const form = /^\w+__(?:c|pc)$/u
const to = ['CustomField']

/** Entries that name a custom field of the object that the file is about. */
export const ownField = (entries: string, name: string): ReferenceRule => ({
  entries,
  name,
  to,
  object: 'ofFile',
  form,
})

/** Entries that name a custom field of the object that the nearest element around names in this child. */
export const fieldOf = (child: string, entries: string, name: string): ReferenceRule => ({
  entries,
  name,
  to,
  object: { child },
  form,
})
