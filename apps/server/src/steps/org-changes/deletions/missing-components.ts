import type { NoticeBody } from '@sluice/contract/notice'
import { type ComponentIdentity, componentKey, unpackaged } from '@sluice/metadata/component'
import { listNested } from '@sluice/metadata/composite'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { componentOfPath } from '@sluice/metadata/paths'
import { findType } from '@sluice/metadata/registry'
import { type RetrieveMember, memberOf } from '@sluice/metadata/retrieve-plan'
import { XmlError } from '@sluice/metadata/xml/errors'
import { type FileHashes, manifestPath } from '../../session/metadata-directory.ts'
import { ownersOf } from '../org-changes.ts'
import type { OrgFiles } from '../../org/org-files/org-files.ts'
import type { RetrievePlan } from '../../org/retrieve/retrieve-plan.ts'

/** What a notice says of components that stay in the branch although the org did not show them. */
export type KeptMetadata = NoticeBody<'MetadataKept'>
export type KeepReason = KeptMetadata['kept'][number]['reason']

/** A component of the branch of which the org's lists and archives say nothing. */
export interface MissingComponent {
  readonly identity: ComponentIdentity
  /** What Salesforce is asked for: the component, or the components inside it where its own content is not tracked. */
  readonly asked: readonly ComponentIdentity[]
  /** Why it is kept without asking; null where Salesforce is asked. */
  readonly reason: KeepReason | null
}

export interface MissingRequest {
  readonly parityFiles: FileHashes
  readonly read: (hash: string) => Promise<Uint8Array>
  readonly org: OrgFiles
  readonly plan: Pick<RetrievePlan, 'members' | 'listedTypes'>
  readonly specs: IncludeSpecs
  /** What the branch has and the org never got. */
  readonly undeployed: readonly ComponentIdentity[]
  /** A person has confirmed that whole types and folders may be deleted. */
  readonly acceptsDeletions: boolean
}

/** So many components of one type are many: when more than half of them are missing, the list itself is doubted. */
const manyOfType = 10

/**
 * The tracked components of the branch that the org neither lists nor returned. That is no proof that they are gone: the user
 * may have lost the right to see a type or a folder, and some things no list shows.
 */
export async function findMissing(request: MissingRequest): Promise<MissingComponent[]> {
  const { plan, acceptsDeletions } = request
  const listedTypes = new Set(plan.listedTypes)
  const listedFolders = new Set(plan.members.flatMap((member) => foldersOf(member)))
  const missing = await missingOwners(request)
  const doubted = doubtedTypes(request, missing)
  const reasonOf = ({ identity, asked }: MissingOwner): KeepReason | null => {
    const member = memberOf(identity)
    const [folder] = foldersOf(member)
    if (asked.some((one) => !listedTypes.has(memberOf(one).type))) return 'typeNotListed'
    if (acceptsDeletions) return null
    if (doubted.has(member.type)) return 'typeMostlyMissing'
    return folder === undefined || listedFolders.has(folder) ? null : 'folderNotListed'
  }
  return missing.map((owner) => ({ ...owner, reason: reasonOf(owner) }))
}

/** The key under which a component is known whether it is named as in a path or as in a manifest. */
export function memberKey(identity: ComponentIdentity): string {
  const { type, fullName } = memberOf(identity)
  return componentKey({ packageName: unpackaged, componentType: type, componentName: fullName })
}

/** The public folder is in no list, so its absence from one says nothing. */
const publicFolder = 'unfiled$public'

/** The folder that a component of a foldered type lies in or is, and the folders around it; the innermost first. */
function foldersOf({ type, fullName }: RetrieveMember): string[] {
  if (findType(type)?.inFolder !== true) return []
  const parts = fullName.split('/')
  const own = parts.length === 1 ? parts : parts.slice(0, -1)
  if (own[0] === publicFolder) return []
  return own.map((_, index) => `${type} ${own.slice(0, own.length - index).join('/')}`)
}

type MissingOwner = Omit<MissingComponent, 'reason'>

async function missingOwners(request: MissingRequest): Promise<MissingOwner[]> {
  const { parityFiles, read, org, plan, specs, undeployed } = request
  const listed = ownersOf(plan.members)
  const never = new Set(undeployed.map(componentKey))
  const missing = new Map<string, MissingOwner>()
  for (const path of org.missing()) {
    const component = path === manifestPath ? null : componentOfPath(path)
    if (component === null) continue
    const { identity } = component
    const key = memberKey(identity)
    if (missing.has(key) || listed.has(key) || never.has(componentKey(identity))) continue
    const asked = isTracked(specs, identity)
      ? [identity]
      : component.isComposite
        ? nestedIn(path, await read(parityFiles.get(path) ?? '')).filter((one) => isIncluded(specs, one))
        : []
    // What the specs leave out goes from the branch because the team has decided so.
    if (asked.length > 0) missing.set(key, { identity, asked })
  }
  return [...missing.values()]
}

/** Types that people name in free text. All other names hold two underscores only behind the prefix of a package. */
const namedFreely = new Set(['Layout', 'Profile'])

function isTracked(specs: IncludeSpecs, identity: ComponentIdentity): boolean {
  if (!namedFreely.has(identity.componentType)) return isIncluded(specs, identity)
  return isIncluded(specs, { ...identity, namespacePrefix: null })
}

function nestedIn(path: string, content: Uint8Array): ComponentIdentity[] {
  try {
    return listNested(path, content).map(({ identity }) => identity)
  } catch (error) {
    // A file with committed conflict markers.
    if (error instanceof XmlError) return []
    throw error
  }
}

/** Types of which more than half of many components are missing at once. */
function doubtedTypes(
  { parityFiles }: MissingRequest,
  missing: readonly Pick<MissingComponent, 'identity'>[],
): Set<string> {
  const gone = new Map<string, number>()
  for (const { identity } of missing) {
    const { type } = memberOf(identity)
    gone.set(type, (gone.get(type) ?? 0) + 1)
  }
  const suspects = new Set([...gone].flatMap(([type, count]) => (count >= manyOfType ? type : [])))
  if (suspects.size === 0) return suspects
  const known = new Map<string, Set<string>>()
  for (const path of parityFiles.keys()) {
    const component = componentOfPath(path)
    if (component === null) continue
    const { type, fullName } = memberOf(component.identity)
    if (suspects.has(type)) known.set(type, (known.get(type) ?? new Set()).add(fullName))
  }
  return new Set([...suspects].filter((type) => 2 * (gone.get(type) ?? 0) > (known.get(type)?.size ?? 0)))
}
