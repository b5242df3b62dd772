import type { OrgState } from '../org-state.ts'

/**
 * Versions in which types came into the API, as their pages say ("available in API version 58.0 and
 * later"). Types that are not named here are older than the oldest version that clients use.
 */
const introduced: Readonly<Record<string, number>> = {
  Bot: 43,
  BotVersion: 43,
  DecisionMatrixDefinition: 55,
  DigitalExperienceBundle: 58,
  DigitalExperienceConfig: 58,
  ExperienceBundle: 46,
  ExpressionSetDefinition: 55,
  ExternalClientApplication: 59,
  GenAiFunction: 60,
  GenAiPlanner: 60,
  GenAiPlugin: 60,
  GenAiPromptTemplate: 60,
  LightningComponentBundle: 45,
  LightningMessageChannel: 47,
  MutingPermissionSet: 46,
  PermissionSetGroup: 45,
}

/** True when this version of the API knows the type; an absent or unreadable version knows all types. */
export function isKnownIn(version: string | undefined, type: string): boolean {
  const number = Number(version)
  return version === undefined || Number.isNaN(number) || number >= (introduced[type] ?? 0)
}

/** True for a version that the org speaks: not above its own. An absent one is taken to be the org's. */
export function isSpoken(org: OrgState, version: string | undefined): boolean {
  return version === undefined || Number(version) <= Number(org.info.platformVersion)
}
