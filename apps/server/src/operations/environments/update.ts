import type { AuditAction } from '@sluice/contract/audit-events'
import type { environments } from '@sluice/contract/environments'
import { missingAuthorizations } from '@sluice/contract/permissions'
import { validationErrorOf } from '@sluice/contract/validation-errors'
import type { Context } from '../../context.ts'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Changes } from '../../platform/database/changes.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { requireSignInAddress } from '../../stacks/sign-in-address.ts'
import { dataKeyOf } from '../../stacks/stack-secrets.ts'
import { findStack, type StackRow } from '../../stacks/stack-store.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { forceUnlock } from '../../environments/environment-lock.ts'
import {
  type EnvironmentRow,
  findEnvironment,
  listEnvironments,
  updateEnvironment,
} from '../../environments/environment-store.ts'
import { outdateOrgInfo } from '../../environments/org-info-store.ts'

export const update = handler<typeof environments.update>(
  async (ctx, { params, body, caller, actor, origin }) => {
    const { workspaceId, stackId, environmentId } = params
    await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
      const environment = await findEnvironment(tx, params)
      const stack = await findStack(tx, workspaceId, stackId)
      if (!environment || !stack) throw new AppError('entityNotFound')
      await refuseTakenNames(tx, environment, body)
      await updateEnvironment(tx, environmentId, rowChanges(ctx, { environment, stack }, body))
      if (changesCredentials(body)) await outdateOrgInfo(tx, environmentId)
      if (body.isLocked === false) {
        const missing = missingAuthorizations(actor, 'unlockEnvironment', environment)
        if (missing) throw new AppError('userNotAuthorized', { missingAuthorizations: missing })
        await forceUnlock(ctx, tx, environmentId)
      }
      await announce(tx, { workspaceId, kind: 'pushStacks', ids: [stackId] })
      const subject = { type: 'Environment', id: environmentId }
      const entry = { workspaceId, subject, actorUserId: caller.userId, ...origin }
      for (const [action, properties] of eventsOf(body))
        await recordAudit(tx, { ...entry, action, details: { properties } })
    })
  },
)

type Body = Parameters<typeof update>[1]['body']

const credentials: readonly string[] = [
  'sfdcSignInUrl',
  'sfdcUsername',
  'sfdcPassword',
] satisfies (keyof Body)[]

const changedProperties = (body: Body): string[] =>
  Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]))

const changesCredentials = (body: Body): boolean =>
  changedProperties(body).some((name) => credentials.includes(name))

/** A call that unlocks, sets credentials and changes other settings is three events. */
function eventsOf(body: Body): [AuditAction, string[]][] {
  const changed = changedProperties(body)
  const events: [AuditAction, string[]][] = [
    ['environment.unlocked', changed.filter((name) => name === 'isLocked')],
    ['environment.credentialsSet', changed.filter((name) => credentials.includes(name))],
    ['environment.updated', changed.filter((name) => name !== 'isLocked' && !credentials.includes(name))],
  ]
  return events.filter(([, properties]) => properties.length > 0)
}

async function refuseTakenNames(tx: Transaction, environment: EnvironmentRow, { name, slug }: Body) {
  const { workspaceId, stackId, id } = environment
  const others = (await listEnvironments(tx, workspaceId, [stackId])).filter((other) => other.id !== id)
  if (name !== undefined && others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
    const description = 'There is already another environment with this name'
    const error = { ...validationErrorOf('ValueDuplicate', 'name'), description }
    throw new AppError('entityConflict', { validationErrors: [error] })
  }
  if (slug !== undefined && others.some((other) => other.slug === slug)) {
    const error = validationErrorOf('EntitySlugDuplicate', 'slug')
    throw new AppError('entityConflict', { validationErrors: [error] })
  }
}

/** New credentials replace the tokens of an earlier browser authorization. */
function rowChanges(
  ctx: Context,
  { environment, stack }: { environment: EnvironmentRow; stack: StackRow },
  { isLocked: _unlock, sfdcPassword, ...plain }: Body,
): Changes<EnvironmentRow> {
  if (plain.sfdcSignInUrl) requireSignInAddress(ctx, plain.sfdcSignInUrl, 'sfdcSignInUrl')
  if (sfdcPassword === undefined) return plain
  const place = { table: 'environment', column: 'sfdc_password_sealed', rowId: environment.id }
  const sealed = sfdcPassword === null ? null : ctx.secrets.seal(dataKeyOf(stack), place, sfdcPassword)
  return { ...plain, sfdcPasswordSealed: sealed, sfdcTokenSealed: null }
}
