import type { ComponentIdentity } from './component.ts'

import { decodeComponentName } from './component.ts'
import { namespaceOf } from './namespace.ts'
import { parentOf } from './paths.ts'

/**
 * Why a deployment cannot make a change: the type or the name rules it out, or the service
 * reports a deletion as done and does not do it.
 */
export type UndeployableReason = 'ComponentIsNotDeployable' | 'ComponentTypeIsSilentDeleteFailure'

/** What a deployment can do with a component, by the rules of its type and its name alone. */
export interface Deployability {
  readonly canDeployAdd: boolean
  readonly canDeployModify: boolean
  readonly canDeployDelete: boolean
  /** Why a deletion is impossible, when it is. */
  readonly deleteReason: UndeployableReason | null
}

/**
 * Types of which the service accepts a deletion, reports success and keeps the component.
 * Our own list, from the Metadata API guide's remarks on deleting components: settings and translations of what exists by itself.
 */
const silentlyKept = new Set([
  'AppMenu', 'AssignmentRules', 'AutoResponseRules', 'Community', 'CustomObjectTranslation', 'EscalationRules', 'GlobalValueSetTranslation',
  'HomePageLayout', 'LeadConvertSettings', 'ManagedTopics', 'ProfilePasswordPolicy', 'ProfileSessionSetting', 'Settings', 'SharingRules',
  'StandardValueSet', 'StandardValueSetTranslation', 'TopicsForObjects', 'Translations', 'Workflow',
]) // prettier-ignore

/**
 * Types of which the service refuses every deletion: record types ("Cannot delete record type through API", help articles 2308134
 * of Gearset and 7936556 of Salto), and definitions of flows, which go with the last version of their flow (Metadata API guide).
 */
const neverDeleted = new Set(['FlowDefinition', 'RecordType'])

/** Types whose components exist in every org: they can be changed, not made or deleted. */
const fixedTypes = new Set(['StandardValueSet', 'Settings', 'AppMenu'])

/** File names of the profiles that every org has. */
const standardProfiles = new Set([
  'Admin', 'Standard', 'StandardAul', 'ReadOnly', 'MarketingProfile', 'SolutionManager', 'ContractManager', 'PlatformPortal', 'PartnerCommunity User',
  'Guest License User', 'HighVolumePortal', 'Customer Community User', 'Customer Community Plus User', 'Minimum Access - Salesforce',
  'Analytics Cloud Integration User', 'Chatter External User', 'Chatter Free User', 'Chatter Moderator User', 'Anypoint Integration',
]) // prettier-ignore

const all: Deployability = {
  canDeployAdd: true,
  canDeployModify: true,
  canDeployDelete: true,
  deleteReason: null,
}

/**
 * Whether a component can be added, changed and deleted by a deployment. Components of managed packages: none of it.
 * What Salesforce ships itself can only be changed. Source: the Metadata API guide's remarks on each type.
 */
export function deployabilityOf(identity: ComponentIdentity): Deployability {
  if (namespaceOf(identity) !== null) {
    return {
      canDeployAdd: false,
      canDeployModify: false,
      canDeployDelete: false,
      deleteReason: 'ComponentIsNotDeployable',
    }
  }
  if (isStandard(identity)) {
    return {
      canDeployAdd: false,
      canDeployModify: true,
      canDeployDelete: false,
      deleteReason: 'ComponentIsNotDeployable',
    }
  }
  if (neverDeleted.has(identity.componentType))
    return { ...all, canDeployDelete: false, deleteReason: 'ComponentIsNotDeployable' }
  if (silentlyKept.has(identity.componentType)) {
    const canDeployAdd = !fixedTypes.has(identity.componentType)
    return {
      canDeployAdd,
      canDeployModify: true,
      canDeployDelete: false,
      deleteReason: 'ComponentTypeIsSilentDeleteFailure',
    }
  }
  return all
}

/**
 * What Salesforce itself ships, told by the name: standard objects and fields lack a custom
 * suffix, standard tabs and apps carry a prefix, standard profiles are a fixed list.
 */
function isStandard(identity: ComponentIdentity): boolean {
  const { componentType } = identity
  const name = decodeComponentName(identity.componentName)
  switch (componentType) {
    case 'CustomObject':
      return !name.includes('__')
    case 'CustomField':
      return !name.slice(name.indexOf('.') + 1).includes('__')
    case 'CustomTab':
      return name.startsWith('standard-')
    case 'CustomApplication':
      return name.startsWith('standard__')
    case 'Profile':
      return standardProfiles.has(name)
    default:
      return false
  }
}

/** Whether deleting the composite takes this nested component with it. */
export function isDeletedWithParent(identity: ComponentIdentity): boolean {
  const parent = parentOf(identity)
  return parent !== null && deployabilityOf(parent).canDeployDelete
}
