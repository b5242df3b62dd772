import { movesJob } from '@sluice/contract/job-rights'
import { type Actor, missingAuthorizations, type Operation, permissions } from '@sluice/contract/permissions'
import type { Context } from '../context.ts'
import { missingRightsOfJob } from '../jobs/rights-of-job.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { isId } from '../platform/ids.ts'
import { recordVisit as recordVisitIn } from '../audit-log/record-audit.ts'
import type { Origin } from '../users/session.ts'
import type { Caller } from '../users/session-store.ts'
import { findStanding } from '../members/member-store.ts'
import { type AddressIds, findSubjects, type Subject } from './scope.ts'

interface Asked {
  operation: Operation
  ids: AddressIds
  caller: Caller
  origin: Origin
}

/**
 * Looks whether the caller may do it here, from the database at this moment. Whatever he may not see does not
 * exist for him: a foreign id is answered exactly like one that nobody has.
 */
export async function authorize(ctx: Context, asked: Asked): Promise<Actor> {
  const { operation, ids, caller } = asked
  for (const [name, id] of Object.entries(ids)) {
    if (name.endsWith('Id') && !isId(id ?? '')) throw new AppError('entityIdInvalid')
  }
  const { userId, isGlobalAdministrator } = caller
  const workspaceId = ids['workspaceId'] ?? ''
  const found = await ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
    const standing = await findStanding(tx, workspaceId, userId)
    const mayEnter = standing !== null && (standing.accessLevel !== null || isGlobalAdministrator)
    const subjects = mayEnter ? await findSubjects(tx, ids) : null
    if (!subjects || !standing) return null
    const actor = { userId, isGlobalAdministrator, ...standing }
    return { actor, standing, missing: await missingFor(tx, actor, { operation, ids, subjects }) }
  })
  if (!found) throw new AppError('entityNotFound')
  const { actor, standing, missing } = found
  if (missing) throw new AppError('userNotAuthorized', { missingAuthorizations: missing })
  if (standing.accessLevel === null) await recordVisit(ctx, asked, workspaceId)
  return actor
}

interface Judged {
  readonly operation: Operation
  readonly ids: AddressIds
  readonly subjects: ReadonlyMap<string, Subject>
}

/** What the actor lacks for the operation itself and, where it moves a job on, for that job. */
async function missingFor(tx: Transaction, actor: Actor, { operation, ids, subjects }: Judged) {
  const missing = missingAuthorizations(actor, operation, subjects.get(permissions[operation].resource))
  if (missing !== null || !movesJob(operation)) return missing
  return missingRightsOfJob(tx, actor, { stackId: ids['stackId'] ?? '', jobId: ids['jobId'] ?? '' })
}

/** What a global administrator does in a workspace of others is written down. */
async function recordVisit(ctx: Context, asked: Asked, workspaceId: string): Promise<void> {
  const { operation, caller, origin } = asked
  const visit = { workspaceId, actorUserId: caller.userId, details: { operation } }
  await ctx.database.asSystem(async (tx) => recordVisitIn(tx, { ...visit, ...origin }))
}
