import type { Transaction } from '../platform/database/database.ts'
import type { Context } from '../context.ts'
import { newId } from '../platform/ids.ts'
import { newLicenseKey } from './license-key.ts'
import { insertMember } from '../members/member-store.ts'
import { firstFree, slugOf } from './slug.ts'
import { listTakenNames } from './workspace-names.ts'
import { insertWorkspace } from './workspace-store.ts'

export interface NewWorkspace {
  name: string
  companyName: string
  firstName: string
  lastName: string
  phoneNumber: string | null
  creatorUserId: string
}

/**
 * Makes a workspace with a free slug, its creator as owner and administrator. Null when the name is taken, unless
 * the name may be numbered. Needs a system transaction.
 */
export async function createWorkspace(
  ctx: Context,
  tx: Transaction,
  wanted: NewWorkspace & { mayNumberName?: boolean },
): Promise<{ id: string; slug: string; name: string } | null> {
  const { creatorUserId, mayNumberName, ...fields } = wanted
  const wantedSlug = slugOf(wanted.name, 'workspace')
  const taken = await listTakenNames(tx, { slug: wantedSlug, name: wanted.name })
  const hasName = (name: string) => taken.some((t) => t.name.toLowerCase() === name.toLowerCase())
  if (hasName(wanted.name) && mayNumberName !== true) return null
  const name = firstFree(wanted.name, hasName, ' ')
  const slug = firstFree(slugOf(name, wantedSlug), (s) => taken.some((t) => t.slug === s))
  const id = newId()
  const createdUtc = ctx.clock.now()
  const made = { createdUtc, createdByUserId: creatorUserId, ownerUserId: creatorUserId }
  await insertWorkspace(tx, { id, ...fields, name, slug, ...made, ...newLicenseKey(ctx.secrets, id) })
  const membership = { workspaceId: id, userId: creatorUserId, createdUtc }
  await insertMember(tx, { id: newId(), ...membership, accessLevel: 'Administrator' })
  return { id, slug, name }
}
