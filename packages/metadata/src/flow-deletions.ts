import type { ComponentIdentity } from './component.ts'

import { encodeUtf8 } from './bytes.ts'
import { xmlDeclaration } from './xml/canonical.ts'

/** The versions of a flow in an org. */
export interface FlowVersions {
  /** In no particular order. */
  readonly numbers: readonly number[]
  readonly isActive: boolean
}

/** By the name of the flow. */
export type VersionsOfFlows = ReadonlyMap<string, FlowVersions>

/**
 * The names under which a deletion is made. The service refuses to delete a flow by its name and deletes its versions one by one,
 * `Name-1`. Names stay where the versions are not known. Source: output of deployments in public issue threads
 * (scolladon/sfdx-git-delta 366, forcedotcom/cli 3401).
 */
export function deletedAs(
  identity: ComponentIdentity,
  versions: VersionsOfFlows,
): readonly ComponentIdentity[] {
  const known = identity.componentType === 'Flow' ? versions.get(identity.componentName) : undefined
  if (known === undefined) return [identity]
  return known.numbers
    .toSorted((a, b) => a - b)
    .map((number) => ({ ...identity, componentName: `${identity.componentName}-${number}` }))
}

/** The definitions that switch flows off, because no active version is deleted. */
export function definitionsToSwitchOff(
  deleted: readonly ComponentIdentity[],
  versions: VersionsOfFlows,
): ComponentIdentity[] {
  return deleted
    .filter(
      ({ componentType, componentName }) =>
        componentType === 'Flow' && versions.get(componentName)?.isActive === true,
    )
    .map((identity) => ({ ...identity, componentType: 'FlowDefinition' }))
}

/** The file of a definition without an active version. */
export const switchedOffDefinition = encodeUtf8(
  `${xmlDeclaration}<FlowDefinition xmlns="http://soap.sforce.com/2006/04/metadata">\n    <activeVersionNumber>0</activeVersionNumber>\n</FlowDefinition>\n`,
)

/** The flow that a deployment means by a definition or a version of it; null for other components. */
export function flowMeantBy(identity: ComponentIdentity): ComponentIdentity | null {
  const { componentType, componentName } = identity
  if (componentType === 'FlowDefinition') return { ...identity, componentType: 'Flow' }
  const [, name] = componentType === 'Flow' ? (/^(.+)-\d+$/u.exec(componentName) ?? []) : []
  return name === undefined ? null : { ...identity, componentName: name }
}
