import type { OrgEdit } from './test-org.ts'

const item = (field: string) =>
  `            <layoutItems>\n                <behavior>Edit</behavior>\n                <field>${field}</field>\n            </layoutItems>\n`

/** A layout of accounts with these fields in one column. */
export function accountLayout(...fields: string[]) {
  const name = 'Account-Short'
  const path = `layouts/${name}.layout`
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Layout xmlns="http://soap.sforce.com/2006/04/metadata">
    <layoutSections>
        <customLabel>false</customLabel>
        <detailHeading>true</detailHeading>
        <editHeading>true</editHeading>
        <label>Information</label>
        <layoutColumns>
${fields.map((field) => item(field)).join('')}        </layoutColumns>
        <style>OneColumn</style>
    </layoutSections>
</Layout>
`
  const edit: OrgEdit = { type: 'Layout', fullName: name, files: { [path]: text } }
  return { name, path, file: `src/unpackaged/${path}`, edit }
}

/** The fields of a layout, in their order. */
export const fieldsOf = (layout: string | null | undefined): (string | undefined)[] =>
  [...(layout ?? '').matchAll(/<field>(\w+)/gu)].map(([, field]) => field)
