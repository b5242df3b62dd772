import type { ComponentChange } from './diff/component-changes.ts'

import { compareText } from './collation.ts'
import { componentKey } from './component.ts'
import { deletionsAwaiting } from './deletion-order.ts'
import { componentOfPath, ownerOf, pathsOfComponent } from './paths.ts'

/** What one deployment takes at most. */
export interface DeltaLimits {
  readonly files: number
  readonly customFields: number
}

/** Salesforce's limit for the files of one deployment (Metadata API guide, "Salesforce Metadata Limits"). */
export const mostFilesOfDeployment = 10_000

/**
 * The limits of one deployment, of which Salesforce takes 45,000 custom fields (Metadata API guide, "Salesforce Metadata
 * Limits"), with room for manifests and made definitions of flows among the files.
 */
export const deploymentLimits: DeltaLimits = { files: mostFilesOfDeployment - 100, customFields: 45_000 }

/** The size of a delta, as the limits count it. */
export interface DeltaSize {
  readonly files: number
  readonly customFields: number
}

/**
 * Types in the order in which they are deployed where a delta does not fit into one deployment: what others name comes first.
 * Types that are not here come between code and layouts. References against this order exist; the org refuses such a component,
 * and it is left out and tried again with the next flow out.
 */
const order = [
  ['Settings', 'GlobalValueSet', 'StandardValueSet', 'CustomPermission', 'CustomLabels', 'Role', 'Group', 'Queue'],
  ['CustomObject', 'StaticResource', 'ContentAsset', 'Document', 'DocumentFolder', 'EmailFolder', 'EmailTemplateFolder'],
  ['ApexClass', 'ApexTrigger', 'ApexComponent', 'ApexPage', 'LightningMessageChannel', 'LightningComponentBundle', 'AuraDefinitionBundle'],
  [],
  ['Flow', 'Workflow', 'QuickAction', 'Layout', 'FlexiPage', 'CustomTab', 'ReportType', 'ReportFolder', 'DashboardFolder'],
  ['Report', 'Dashboard', 'CustomApplication'],
  ['CustomMetadata', 'PermissionSet', 'PermissionSetGroup', 'MutingPermissionSet', 'Profile'],
  ['CustomObjectTranslation', 'Translations', 'GlobalValueSetTranslation', 'StandardValueSetTranslation'],
] as const // prettier-ignore
const otherTypes = 3

export interface DividedDelta {
  readonly parts: readonly (readonly ComponentChange[])[]
  readonly size: DeltaSize
}

/** What stays together: the changes of one file or bundle. */
interface Unit {
  readonly layer: number
  readonly name: string
  readonly changes: ComponentChange[]
  readonly files: Set<string>
  customFields: number
}

/**
 * A delta as the parts that one deployment takes each, in the order in which they are deployed; one part where all fits.
 * Deletions come with the last part, but for those that make room for an addition: these come with it.
 */
export function divideDelta(
  changes: readonly ComponentChange[],
  headFiles: Iterable<string>,
  limits: DeltaLimits = deploymentLimits,
): DividedDelta {
  const deployed = changes.filter((change) => change.changeType !== 'Deleted' && isDeployable(change))
  const units = unitsOf(deployed, headFiles)
  const size = sizeOf(units)
  if (size.files <= limits.files && size.customFields <= limits.customFields)
    return { parts: [changes], size }
  const parts: ComponentChange[][] = []
  let filled = { files: 0, customFields: 0 }
  for (const unit of units) {
    const files = filled.files + unit.files.size
    const customFields = filled.customFields + unit.customFields
    const fits = parts.length > 0 && files <= limits.files && customFields <= limits.customFields
    if (!fits) parts.push([])
    filled = fits ? { files, customFields } : { files: unit.files.size, customFields: unit.customFields }
    parts.at(-1)?.push(...unit.changes)
  }
  const others = changes.filter((change) => change.changeType === 'Deleted' || !isDeployable(change))
  return { parts: withOthers(parts, others), size }
}

const isDeployable = ({ undeployableReason }: ComponentChange): boolean => undeployableReason === undefined

function unitsOf(changes: readonly ComponentChange[], headFiles: Iterable<string>): Unit[] {
  const units = new Map<string, Unit>()
  for (const change of changes) {
    const owner = ownerOf(change.identity)
    const key = componentKey(owner)
    const known = units.get(key)
    const unit = known ?? {
      layer: layerOf(owner.componentType),
      name: `${owner.componentType} ${owner.componentName}`,
      changes: [],
      files: new Set(pathsOfComponent(owner).files),
      customFields: 0,
    }
    if (known === undefined) units.set(key, unit)
    unit.changes.push(change)
    if (change.identity.componentType === 'CustomField') unit.customFields += 1
  }
  for (const path of headFiles) {
    const component = componentOfPath(path)
    if (component !== null) units.get(componentKey(component.identity))?.files.add(path)
  }
  return [...units.values()].toSorted((a, b) => a.layer - b.layer || compareText(a.name, b.name))
}

function layerOf(type: string): number {
  const layer = order.findIndex((types) => types.some((one) => one === type))
  return layer < 0 ? otherTypes : layer
}

function sizeOf(units: readonly Unit[]): DeltaSize {
  return {
    files: units.reduce((total, { files }) => total + files.size, 0),
    customFields: units.reduce((total, { customFields }) => total + customFields, 0),
  }
}

function withOthers(
  parts: readonly (readonly ComponentChange[])[],
  others: readonly ComponentChange[],
): (readonly ComponentChange[])[] {
  const left = new Set(others)
  const byIdentity = new Map(others.map((change) => [change.identity, change]))
  const deleted = others.filter(isDeployable).map(({ identity }) => identity)
  const completed = parts.map((part) => {
    const added = part.filter(({ changeType }) => changeType === 'Added').map(({ identity }) => identity)
    const awaited = deletionsAwaiting(deleted, added).flatMap((identity) => byIdentity.get(identity) ?? [])
    for (const change of awaited) left.delete(change)
    return [...part, ...awaited]
  })
  return completed.map((part, at) => (at === completed.length - 1 ? [...part, ...left] : part))
}
