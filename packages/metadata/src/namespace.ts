import type { ComponentIdentity } from './component.ts'

/** Types with names in which people write anything: two underscores in them are no prefix. */
const freelyNamed = new Set([
  'AssignmentRule', 'AutoResponseRule', 'Community', 'EntitlementProcess', 'EscalationRule', 'MilestoneType', 'Network', 'Portal',
  'Profile', 'ProfilePasswordPolicy', 'ProfileSessionSetting',
]) // prettier-ignore

/**
 * What Salesforce itself appends to names: of objects, fields, global value sets (since API version 57), knowledge and Data Cloud, and the
 * parts of places and addresses. Behind it, two parts joined by `__` mean a prefix.
 */
const customSuffix =
  /__(?:c|mdt|e|b|x|kav|ka|r|pc|p|pr|xo|share|history|tag|feed|viewstat|votestat|datacategoryselection|changeevent|del|hd|hqr|hst|gvs|dlm|dlo|dso|cio|chn|(?:(?:latitude|longitude|street|city|postalcode|statecode|countrycode|geocodeaccuracy)__)?s)$/iu

/**
 * The namespace prefix of the installed package that a component comes from, derived from its name; null = none.
 * `ns__Field__c`, `Account.ns__Field__c`, `Folder/ns__Report` and `ns__Class` have one. A layout has one only together with its object,
 * `ns__Object__c-ns__Layout`: a team may call its own `Account-Sales__EMEA`.
 */
export function namespaceOf({ componentType, componentName }: ComponentIdentity): string | null {
  if (freelyNamed.has(componentType)) return null
  const hyphen = componentName.indexOf('-') + 1
  const behindHyphen = prefixOf(componentName.slice(hyphen))
  if (componentType === 'Layout')
    return prefixOf(componentName.slice(0, Math.max(hyphen - 1, 0))) === behindHyphen ? behindHyphen : null
  // Packages ship translations of their objects as `ns__Object__c-ns__de`, everybody else's are `ns__Object__c-de`.
  if (componentType === 'CustomObjectTranslation') return behindHyphen
  // The language stands behind the name of the set: `ns__Boat_Type__gvs-fr`.
  if (componentType === 'GlobalValueSetTranslation') return prefixOf(componentName.replace(/-[^-]*$/u, ''))
  const name = componentName.slice(componentName.lastIndexOf('/') + 1)
  return prefixOf(name.slice(name.lastIndexOf('.') + 1))
}

/** A prefix has at most 15 letters, digits and single underscores and begins with a letter: Salesforce's rule for registering one. */
function prefixOf(name: string): string | null {
  const bare = name.replace(customSuffix, '')
  const at = bare.indexOf('__')
  if (at < 1) return null
  const prefix = bare.slice(0, at)
  return /^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/u.test(prefix) &&
    prefix.length <= 15 &&
    prefix !== 'standard'
    ? prefix
    : null
}
