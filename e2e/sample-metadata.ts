/** Metadata that tests of pages put into orgs, as texts by path below the package folder. */
interface Sample {
  readonly type: string
  readonly fullName: string
  readonly files: Readonly<Record<string, string>>
}

const namespace = 'xmlns="http://soap.sforce.com/2006/04/metadata"'
const xml = (root: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespace}>\n${content}</${root}>\n`

/** A class with one line. */
export const sampleClass = (name: string, line: string): Sample => ({
  type: 'ApexClass',
  fullName: name,
  files: {
    [`classes/${name}.cls`]: `public class ${name} {\n    ${line}\n}\n`,
    [`classes/${name}.cls-meta.xml`]: xml(
      'ApexClass',
      '    <apiVersion>62.0</apiVersion>\n    <status>Active</status>\n',
    ),
  },
})

const access = ([apexClass, enabled]: readonly [string, boolean]) =>
  `    <classAccesses>\n        <apexClass>${apexClass}</apexClass>\n        <enabled>${enabled}</enabled>\n    </classAccesses>\n`

/** A profile that says of classes whether people may use them. */
export const sampleProfile = (classes: Readonly<Record<string, boolean>>): Sample => ({
  type: 'Profile',
  fullName: 'Sales',
  files: {
    'profiles/Sales.profile': xml(
      'Profile',
      `${Object.entries(classes).map(access).join('')}    <custom>true</custom>\n    <userLicense>Salesforce</userLicense>\n`,
    ),
  },
})

const item = (field: string) =>
  `            <layoutItems>\n                <behavior>Edit</behavior>\n                <field>${field}</field>\n            </layoutItems>\n`

/** A layout of accounts with these fields in one column. */
export const sampleLayout = (...fields: readonly string[]): Sample => ({
  type: 'Layout',
  fullName: 'Account-Short',
  files: {
    'layouts/Account-Short.layout': xml(
      'Layout',
      `    <layoutSections>
        <customLabel>false</customLabel>
        <detailHeading>true</detailHeading>
        <editHeading>true</editHeading>
        <label>Information</label>
        <layoutColumns>
${fields.map(item).join('')}        </layoutColumns>
        <style>OneColumn</style>
    </layoutSections>
`,
    ),
  },
})
