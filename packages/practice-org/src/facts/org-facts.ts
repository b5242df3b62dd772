/**
 * Facts of an org that hold or do not hold, because real orgs differ in them: the value of an
 * org that says nothing, and what the fact does. `PATCH /admin/orgs/<org> {facts: {name: value}}`
 * changes them from the next call on.
 */
export const switchFacts = {
  answersHiddenByName: {
    usual: true,
    meaning: 'what lists hide from a user still comes in a retrieve that names it',
  },
  filtersProfiles: {
    usual: false,
    meaning: 'lists and wildcards show a user no profile but the own one (setting "Profile Filtering")',
  },
  forgetsCutArchives: {
    usual: false,
    meaning: 'the archive of a retrieve is gone after a download that broke off',
  },
  keepsFlowVersions: {
    usual: false,
    meaning:
      'flows have versions: an active flow lands as a draft in production unless FlowSettings says otherwise, FlowDefinition says which version is active, and versions are deleted one by one',
  },
  listsNilTypes: {
    usual: false,
    meaning: 'listMetadata leaves the type of value set translations nil',
  },
  mapsUserNames: {
    usual: false,
    meaning:
      'sandboxes show user names with their suffix, deployments map user names to those of the org and refuse unknown ones',
  },
  omitsDisabledPermissions: {
    usual: false,
    meaning: 'a retrieved profile leaves out user permissions that are not enabled',
  },
  placeholderReplacesSecret: {
    usual: false,
    meaning: 'deploying an authentication provider with the placeholder replaces the secret that the org has',
  },
  refusesConsumerKeys: {
    usual: false,
    meaning: 'a connected app with a consumer key that is not its own in this org is refused',
  },
  standardTabsOnlyWhenNamed: {
    usual: false,
    meaning: 'a retrieved profile shows standard tabs only when the request names them as CustomTab',
  },
  takesAddressAsAudience: {
    usual: true,
    meaning:
      'an assertion (JWT) may name the address of the org as its audience; otherwise only login.salesforce.com or test.salesforce.com',
  },
} as const satisfies Record<string, { usual: boolean; meaning: string }>

/** Facts of an org that are lists of names; an org that says nothing has none. */
export const listFacts = {
  switchedOffTypes: {
    meaning: 'types that describe omits, lists refuse with INVALID_TYPE and deployments refuse',
  },
  unknownUserPermissions: {
    meaning: 'user permissions that profiles and permission sets cannot name in a deployment',
  },
} as const satisfies Record<string, { meaning: string }>

/** Name of a fact that holds or does not. */
export type SwitchFact = keyof typeof switchFacts
/** Name of a fact that is a list of names. */
export type ListFact = keyof typeof listFacts
/** What an org says about itself; facts that are absent have their usual values. */
export type OrgFacts = { [name in SwitchFact]?: boolean } & { [name in ListFact]?: readonly string[] }

/** A fact that is not known or has a value of the wrong type. */
export class FactError extends Error {
  override readonly name = 'FactError'
}

/** Reads facts out of a body. Throws FactError for unknown names and wrong values. */
export function readFacts(given: Readonly<Record<string, unknown>>): OrgFacts {
  const facts: OrgFacts = {}
  for (const [name, value] of Object.entries(given)) {
    if (isSwitch(name) && typeof value === 'boolean') facts[name] = value
    else if (isList(name) && Array.isArray(value)) facts[name] = value.map(String)
    else throw new FactError(`facts.${name}: no such fact, or a value of the wrong type`)
  }
  return facts
}

/** Every fact with its usual value and its meaning, for people. */
export function describeFacts(): Record<string, { usual: boolean | readonly string[]; meaning: string }> {
  const lists = Object.entries(listFacts).map(
    ([name, { meaning }]) => [name, { usual: [], meaning }] as const,
  )
  return { ...switchFacts, ...Object.fromEntries(lists) }
}

function isSwitch(name: string): name is SwitchFact {
  return Object.hasOwn(switchFacts, name)
}

function isList(name: string): name is ListFact {
  return Object.hasOwn(listFacts, name)
}
