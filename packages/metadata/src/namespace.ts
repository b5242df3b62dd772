import type { ComponentIdentity } from './component.ts'

/**
 * Types named `Object-Name`, where the part after the first hyphen has a prefix of its own: packages ship translations of
 * their objects as `ns__Object__c-ns__de`, everybody else's are `ns__Object__c-de` (so in public repositories).
 */
const hyphenated = new Set(['Layout', 'CustomObjectTranslation'])

/** Types whose names never end in a custom suffix: two parts joined by `__` mean a prefix. */
const customSuffix =
  /__(?:c|mdt|e|b|x|kav|ka|r|s|pc|p|pr|xo|share|history|tag|feed|changeevent|del|hd|dlm|dlo|chn|latitude__s|longitude__s)$/iu

/**
 * The namespace prefix of the installed package that a component comes from, derived from its name; null = none.
 * `ns__Field__c`, `Account.ns__Field__c`, `Object__c-ns__Layout`, `Folder/ns__Report` and `ns__Class` have one. A prefix
 * has at most 15 letters, digits and single underscores and begins with a letter: Salesforce's rule for registering one.
 */
export function namespaceOf(identity: ComponentIdentity): string | null {
  const own = ownPart(identity)
  const bare = own.replace(customSuffix, '')
  const at = bare.indexOf('__')
  if (at < 1) return null
  const prefix = bare.slice(0, at)
  return /^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/u.test(prefix) &&
    prefix.length <= 15 &&
    prefix !== 'standard'
    ? prefix
    : null
}

function ownPart({ componentType, componentName }: ComponentIdentity): string {
  if (hyphenated.has(componentType)) return componentName.slice(componentName.indexOf('-') + 1)
  const name = componentName.slice(componentName.lastIndexOf('/') + 1)
  return name.slice(name.lastIndexOf('.') + 1)
}
