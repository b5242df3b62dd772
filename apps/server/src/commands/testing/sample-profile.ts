const entry = (element: string, lines: Record<string, string>) =>
  `    <${element}>\n${Object.entries(lines)
    .map(([name, value]) => `        <${name}>${value}</${name}>\n`)
    .join('')}    </${element}>\n`

/** A profile named Sales that lets people use (or not) these classes and edit these fields. */
interface ProfileEntries {
  readonly classes: readonly string[]
  readonly fields: readonly string[]
  readonly enabled?: boolean
}

export function salesProfile(given: ProfileEntries) {
  const enabled = String(given.enabled ?? true)
  const classes = given.classes.map((apexClass) => entry('classAccesses', { apexClass, enabled }))
  const fields = given.fields.map((field) =>
    entry('fieldPermissions', { editable: 'true', field, readable: 'true' }),
  )
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Profile xmlns="http://soap.sforce.com/2006/04/metadata">
${classes.join('')}    <custom>true</custom>
${fields.join('')}    <userLicense>Salesforce</userLicense>
</Profile>
`
  const path = 'profiles/Sales.profile'
  const edit = { type: 'Profile', fullName: 'Sales', files: { [path]: text } }
  return { text, path, file: `src/unpackaged/${path}`, edit }
}
