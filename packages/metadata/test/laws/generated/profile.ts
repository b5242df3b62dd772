import * as fc from 'fast-check'

import { metadataXml } from '../../../src/testing/text.ts'

/** One entry of a profile-like list: its key and its values. */
export interface Entry {
  readonly field: string
  readonly editable: string
  readonly readable: string
}

const flag = fc.constantFrom('true', 'false')

const entry: fc.Arbitrary<Entry> = fc.record({
  field: fc.constantFrom(...Array.from({ length: 12 }, (_, index) => `A.f${index}`)),
  editable: flag,
  readable: flag,
})

/** A profile whose entries have distinct keys, in key order. */
export const entries: fc.Arbitrary<Entry[]> = fc
  .uniqueArray(entry, { selector: ({ field }) => field, maxLength: 12 })
  .map((list) => list.toSorted((a, b) => (a.field < b.field ? -1 : 1)))

/** The text of a profile with these entries. */
export function profile(list: readonly Entry[]): string {
  const lines = list.flatMap(({ field, editable, readable }) => [
    '<fieldPermissions>',
    `    <editable>${editable}</editable>`,
    `    <field>${field}</field>`,
    `    <hidden>${readable}</hidden>`,
    '</fieldPermissions>',
  ])
  return metadataXml('Profile', ...lines, '<userLicense>Salesforce</userLicense>')
}
