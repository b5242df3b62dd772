import { apexClass, car } from '../../../../commands/testing/sample-metadata.ts'
import type { Files } from './merge-world.ts'

/** The object Car__c with text fields by name and length. */
export const object = (fields: Record<string, number>, description?: string): Files => ({
  [car.path]: car.text(fields, description),
})

/** A class with its `-meta.xml` file. */
export function classFiles(name: string, line = '//'): Files {
  const { path, body, meta } = apexClass(name)
  return { [path]: body(line), [`${path}-meta.xml`]: meta }
}

/** A manifest that names classes. */
export const manifest = (...classes: string[]): Files => ({
  'package.xml': `<Package xmlns="http://soap.sforce.com/2006/04/metadata">
    <types>
${classes.map((name) => `        <members>${name}</members>\n`).join('')}        <name>ApexClass</name>
    </types>
</Package>
`,
})

/** A profile with access to one field. */
export const profile = (editable: boolean, readable: boolean): Files => ({
  'profiles/Sales.profile': `<?xml version="1.0" encoding="UTF-8"?>
<Profile xmlns="http://soap.sforce.com/2006/04/metadata">
    <custom>true</custom>
    <fieldPermissions>
        <editable>${editable}</editable>
        <field>Car__c.A__c</field>
        <readable>${readable}</readable>
    </fieldPermissions>
</Profile>
`,
})

const item = (field: string) =>
  `            <layoutItems>\n                <field>${field}</field>\n            </layoutItems>\n`
const section = (fields: readonly string[], index: number) =>
  `    <layoutSections>
        <label>Section ${index}</label>
        <layoutColumns>
${fields.map(item).join('')}        </layoutColumns>
        <style>OneColumn</style>
    </layoutSections>
`

/** A layout of Car__c: the fields of each of its sections. */
export const layout = (...sections: readonly string[][]): Files => ({
  'layouts/Car__c-Car.layout': `<Layout xmlns="http://soap.sforce.com/2006/04/metadata">\n${sections.map(section).join('')}</Layout>\n`,
})

const fieldsIn = (name: string, fields: readonly string[]) =>
  fields.map((field) => `    <${name}>\n        <field>${field}</field>\n    </${name}>\n`).join('')

/** A report: the fields of its columns, and those that it groups by. */
export const report = (columns: readonly string[], groupings: readonly string[]): Files => ({
  'reports/R/Cars.report': `<Report xmlns="http://soap.sforce.com/2006/04/metadata">\n${fieldsIn('columns', columns)}${fieldsIn('groupingsDown', groupings)}</Report>\n`,
})
