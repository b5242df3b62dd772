import { compareText } from './collation.ts'

/** One name to retrieve, as a manifest writes it. */
export interface RetrieveMember {
  readonly type: string
  readonly fullName: string
}

/**
 * How large batches are. The service refuses a retrieve of more than 10,000 files or 39 MB
 * only after it has worked on it, so batches stay well below.
 */
export interface RetrievePlanOptions {
  /** Members in a batch: at least (but for the last), at most. */
  readonly minBatch?: number
  readonly maxBatch?: number
  /** How many batches to aim for, so that several can run at a time. */
  readonly targetBatches?: number
  /** Members in the batch of what must travel together; the service refuses more than 10,000 files. */
  readonly maxTogether?: number
}

/**
 * Types that come back complete only with the components that they speak about in the same
 * request (documented for profiles and permission sets).
 */
const dependentTypes = new Set([
  'Profile', 'PermissionSet', 'PermissionSetGroup', 'MutingPermissionSet', 'CustomObjectTranslation', 'Translations',
]) // prettier-ignore

/** Types that entries of profiles, permission sets and translations speak about. */
const referencedTypes = new Set([
  'ApexClass', 'ApexPage', 'CustomApplication', 'CustomField', 'CustomLabel', 'CustomLabels', 'CustomMetadata', 'CustomObject', 'CustomPermission',
  'CustomTab', 'DataCategoryGroup', 'ExternalCredential', 'ExternalDataSource', 'Flow', 'FlowDefinition', 'Layout', 'QuickAction', 'RecordType',
  'ReportType', 'ServicePresenceStatus', 'WebLink', 'Workflow',
]) // prettier-ignore

/**
 * Divides what a retrieve asks for into batches of `clamp(n / targetBatches, minBatch, maxBatch)` members.
 * Profiles, permission sets and translations travel in one batch with everything they refer to, when anything of both is asked
 * for; when that is more than `maxTogether`, each part takes the dependents along and the results are to be merged by key.
 */
export function planRetrieve(
  members: readonly RetrieveMember[],
  options: RetrievePlanOptions = {},
): RetrieveMember[][] {
  const { minBatch = 200, maxBatch = 1000, targetBatches = 16, maxTogether = 5000 } = options
  const sorted = members.toSorted(
    (a, b) => compareText(a.type, b.type) || compareText(a.fullName, b.fullName),
  )
  const dependents = sorted.filter((member) => dependentTypes.has(member.type))
  const together = dependents.length === 0 ? [] : sorted.filter((member) => referencedTypes.has(member.type))
  const single = new Set([...dependents, ...together])
  const rest = sorted.filter((member) => !single.has(member))
  const size = Math.min(Math.max(Math.ceil(members.length / targetBatches), minBatch), maxBatch)
  const batches = slices(rest, size)
  if (dependents.length === 0) return batches
  const room = Math.max(maxTogether - dependents.length, minBatch)
  const groups = together.length === 0 ? [[]] : slices(together, room)
  return [...groups.map((group) => [...dependents, ...group]), ...batches]
}

function slices(members: readonly RetrieveMember[], size: number): RetrieveMember[][] {
  const count = Math.ceil(members.length / size)
  return Array.from({ length: count }, (_, index) => members.slice(index * size, (index + 1) * size))
}

/**
 * Two halves of a batch that the service refused as too large; null when one member is all there is.
 * Dependents go into both halves, so that each comes back with what belongs to its part.
 */
export function splitBatch(batch: readonly RetrieveMember[]): [RetrieveMember[], RetrieveMember[]] | null {
  const dependents = batch.filter((member) => dependentTypes.has(member.type))
  const others = batch.filter((member) => !dependentTypes.has(member.type))
  const divided = others.length > 1 ? others : dependents
  if (divided.length < 2) return null
  const middle = Math.ceil(divided.length / 2)
  const shared = divided === others ? dependents : others
  return [
    [...shared, ...divided.slice(0, middle)],
    [...shared, ...divided.slice(middle)],
  ]
}
