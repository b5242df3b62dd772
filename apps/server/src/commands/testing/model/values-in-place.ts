import { apexClass, customObject } from '../sample-metadata.ts'
import type { OrgEdit, TestOrg } from '../test-org.ts'
import type { WorkingCopy } from '../working-copy.ts'
import { type Values, classNames, fieldNames, isField, withValue } from './tracked-values.ts'

const car = customObject('Car__c')

/** What an administrator does to give one component of an org a value, or to delete it. */
export async function editOrg(org: TestOrg, name: string, value: string | null): Promise<void> {
  if (value === null)
    // A definition of the object that lacks a field leaves the field alone.
    return await org.edit(
      isField(name)
        ? { type: 'CustomField', fullName: `${car.name}.${name}`, delete: true }
        : { type: 'ApexClass', fullName: name, delete: true },
    )
  if (!isField(name)) return await org.edit(apexClass(name).edit(value))
  await org.edit(carWith(withValue(await valuesInOrg(org), name, value)))
}

const lengths = (values: Values): Record<string, number> =>
  Object.fromEntries(
    fieldNames.flatMap((name) => {
      const value = values.get(name)
      return value === undefined ? [] : [[name, Number(value)]]
    }),
  )

const carWith = (values: Values): OrgEdit => car.edit(lengths(values))

/** What an org has at first. */
export const firstEdits = (values: Values): OrgEdit[] => [
  ...classNames.flatMap((name) => {
    const value = values.get(name)
    return value === undefined ? [] : [apexClass(name).edit(value)]
  }),
  carWith(values),
]

/** The files that give one component of a branch a value, or delete it. */
export function filesFor(branch: Values, name: string, value: string | null): Record<string, string | null> {
  if (isField(name)) return { [car.file]: car.text(lengths(withValue(branch, name, value))) }
  const { file, body, meta } = apexClass(name)
  return { [file]: value && body(value), [`${file}-meta.xml`]: value && meta }
}

export async function valuesInOrg(org: TestOrg): Promise<Values> {
  const texts = await Promise.all(
    classNames.map(async (name) => (await org.text('ApexClass', name))?.[apexClass(name).path]),
  )
  const object = (await org.text('CustomObject', car.name))?.[car.path]
  return valuesIn([...texts, object].flatMap((text) => (text ?? '').split('\n')))
}

/** The values at a commit of the repository. */
export async function valuesAt(clone: WorkingCopy, commit: string): Promise<Values> {
  const lines = 'public class |^    (//|Missing) ?v|<fullName>|<length>'
  const found = await clone.git('grep', '-h', '-E', lines, commit, '--', 'src/unpackaged').catch(() => '')
  return valuesIn(found.split('\n'))
}

function valuesIn(lines: readonly string[]): Values {
  const values = new Map<string, string>()
  let name = ''
  for (const line of lines) {
    name = /public class (\w+)|<fullName>(\w+)</u.exec(line)?.slice(1).find(Boolean) ?? name
    const value = /^\s*(\/\/ v\d+|Missing v\d+ = new Missing\(\);)\s*$|<length>(\d+)</u
      .exec(line)
      ?.slice(1)
      .find(Boolean)
    if (value !== undefined) values.set(name, value)
  }
  return values
}
