import { keyOf } from '../store/component-record.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { childrenOf, textOf } from '../xml/element.ts'
import type { LoadContext } from './load-context.ts'

/** Types whose use keeps a component of the type from being deleted. */
const userTypes: Readonly<Record<string, readonly string[]>> = {
  ApexClass: ['ApexClass', 'ApexTrigger', 'Flow'],
  CustomField: ['ApexClass', 'ApexTrigger', 'Flow', 'ValidationRule'],
  CustomObject: ['ApexClass', 'ApexTrigger', 'Flow'],
}

/**
 * Components that stay and mention what is to be deleted, as `Type Name`; none when nothing is in
 * the way. Profiles, permission sets and layouts never are: the service takes the entry out of them.
 * A mention in a comment counts too, so the check is coarse on the safe side. Only classes are
 * checked in orgs that check no references.
 */
export async function usersOf(
  context: LoadContext,
  { type, fullName }: { type: string; fullName: string },
): Promise<string[]> {
  const isChecked = type === 'ApexClass' || context.org?.info.checksReferences === true
  if (!isChecked || context.manifest?.members.get(type)?.has(fullName)) return []
  const users: string[] = []
  for (const userType of userTypes[type] ?? []) {
    for (const record of context.workspace.list(userType)) {
      const isItself = record.type === type && record.fullName === fullName
      if (isItself || isDoomed(context, record)) continue
      if (mentions(await textFor(context, record), fullName)) users.push(`${userType} ${record.fullName}`)
    }
  }
  return users
}

/** Goes in the same deployment, itself or with its parent. */
function isDoomed(context: LoadContext, { type, fullName, parent }: ComponentRecord): boolean {
  return context.doomed.has(keyOf(type, fullName)) || (parent !== undefined && context.doomed.has(parent))
}

/** A field is used where its own name and the name of its object stand. */
function mentions(text: string, fullName: string): boolean {
  return fullName.split('.').every((name) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text))
}

/** The code or file of a component; of a validation rule its formula with the name of its object. */
async function textFor(context: LoadContext, record: ComponentRecord): Promise<string> {
  if (record.parent !== undefined) return formulaOf(context, record, record.parent)
  const path = record.files.find((file) => !file.endsWith('-meta.xml'))
  const content = path === undefined ? undefined : await context.workspace.read(path)
  return Buffer.from(content ?? '').toString('utf8')
}

async function formulaOf(context: LoadContext, record: ComponentRecord, parent: string): Promise<string> {
  const object = parent.slice(parent.indexOf('/') + 1)
  const path = context.workspace.find('CustomObject', object)?.files[0]
  const document = path === undefined ? undefined : await context.workspace.document(path)
  const rules = document ? childrenOf(document, 'validationRules') : []
  const rule = rules.find((element) => `${object}.${textOf(element, 'fullName') ?? ''}` === record.fullName)
  return `${object} ${(rule && textOf(rule, 'errorConditionFormula')) ?? ''}`
}
