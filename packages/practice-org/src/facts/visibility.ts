import type { OrgState, OrgUser } from '../org-state.ts'
import { findChildType } from '../registry/metadata-types.ts'
import { manifestType } from '../registry/manifest-type.ts'
import { keyOf } from '../store/component-record.ts'
import type { ComponentRecord } from '../store/component-record.ts'

/** The profile of administrators has another name in the Metadata API than in Setup. */
const profileNames: Readonly<Record<string, string>> = { 'System Administrator': 'Admin' }

/**
 * True when the org has this type. A feature or licence that has ended takes its types along:
 * describeMetadata no longer names them and listMetadata refuses them with INVALID_TYPE "Cannot
 * use: X in this organization" (public output in forcedotcom/cli issue 2858). A nested type goes
 * with its parent type, a folder type with that of its contents.
 */
export function hasType(org: OrgState, type: string): boolean {
  const names = new Set([type, manifestType(type), findChildType(type)?.parent.name])
  return !org.listOf('switchedOffTypes').some((name) => names.has(name))
}

/**
 * True when lists and wildcards show the component to the user. Report folders that are not
 * shared with a user, and types for which the user lacks a permission (AuthProvider wants "Manage
 * Auth. Providers", documented), are named in the user's `hidden`; with Profile Filtering a user
 * without "View All Profiles" sees only the own profile (documented for API 50.0 and later).
 */
export function isListedFor(org: OrgState, user: OrgUser | undefined, record: ComponentRecord): boolean {
  if (!hasType(org, record.type)) return false
  if (org.holds('filtersProfiles') && record.type === 'Profile' && !isOwnProfile(user, record)) return false
  const { hidden = [] } = user ?? {}
  return hidden.length === 0 || !namesOf(record).some((name) => hidden.includes(name))
}

/** True when a retrieve that names the component returns it. */
export function isRetrievedFor(org: OrgState, user: OrgUser | undefined, record: ComponentRecord): boolean {
  if (!hasType(org, record.type)) return false
  return org.holds('answersHiddenByName') || isListedFor(org, user, record)
}

function isOwnProfile(user: OrgUser | undefined, { fullName }: ComponentRecord): boolean {
  return user !== undefined && (user.profile === fullName || profileNames[user.profile] === fullName)
}

/** How `hidden` may name a component: by its type, its folders, or itself. Folders have the type of their contents. */
function namesOf(record: ComponentRecord): string[] {
  const type = manifestType(record.type)
  const segments = record.fullName.split('/')
  return [type, ...segments.map((_segment, index) => keyOf(type, segments.slice(0, index + 1).join('/')))]
}
