import type { OrgEdit } from './test-org.ts'

const meta = (type: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<${type} xmlns="http://soap.sforce.com/2006/04/metadata">
    <apiVersion>62.0</apiVersion>
    <status>Active</status>
</${type}>
`

/** A class whose body is one line. */
export function apexClass(name: string) {
  const path = `classes/${name}.cls`
  const body = (line: string) => `public class ${name} {\n    ${line}\n}\n`
  return {
    name,
    path,
    file: `src/unpackaged/${path}`,
    body,
    meta: meta('ApexClass'),
    edit: (line = '// first', user = 0): OrgEdit => ({
      user,
      type: 'ApexClass',
      fullName: name,
      files: { [path]: body(line), [`${path}-meta.xml`]: meta('ApexClass') },
    }),
  }
}

export const alpha = apexClass('Alpha')
export const beta = apexClass('Beta')

const field = (name: string, length: number) => `    <fields>
        <fullName>${name}</fullName>
        <label>${name.replace('__c', '')}</label>
        <length>${length}</length>
        <type>Text</type>
    </fields>
`

/** A custom object with text fields. */
export function customObject(name: string) {
  const path = `objects/${name}.object`
  const text = (fields: Record<string, number>, description = 'A thing') =>
    `<?xml version="1.0" encoding="UTF-8"?>
<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">
    <deploymentStatus>Deployed</deploymentStatus>
    <description>${description}</description>
${Object.entries(fields)
  .map(([one, length]) => field(one, length))
  .join('')}    <label>${name.replace('__c', '')}</label>
    <nameField>
        <label>Name</label>
        <type>Text</type>
    </nameField>
    <pluralLabel>${name.replace('__c', '')}s</pluralLabel>
    <sharingModel>ReadWrite</sharingModel>
</CustomObject>
`
  return {
    name,
    path,
    file: `src/unpackaged/${path}`,
    text,
    field,
    edit: (fields: Record<string, number> = { Color__c: 20 }, user = 0): OrgEdit => ({
      user,
      type: 'CustomObject',
      fullName: name,
      files: { [path]: text(fields) },
    }),
  }
}

export const car = customObject('Car__c')

/** A folder for reports, as its own file. */
export const reportFolder = (name: string): OrgEdit => ({
  type: 'ReportFolder',
  fullName: name,
  files: {
    [`reports/${name}-meta.xml`]: `<?xml version="1.0" encoding="UTF-8"?>
<ReportFolder xmlns="http://soap.sforce.com/2006/04/metadata">
    <name>${name}</name>
</ReportFolder>
`,
  },
})
