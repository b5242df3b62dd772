import type { stacks } from '@sluice/contract/stacks'
import { validationErrorOf } from '@sluice/contract/validation-errors'
import { isUsablePrivateKey } from '@sluice/salesforce/auth/jwt-bearer'
import type { Context } from '../../context.ts'
import { handler } from '../operation.ts'
import { outdateOrgInfoOfStack } from '../../environments/org-info-store.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Changes } from '../../platform/database/changes.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { isSameOrigin, sealGitPassword } from '../../stacks/git-password.ts'
import { nameIsTaken } from '../../stacks/new-stack.ts'
import { requireRepositoryAddress } from '../../stacks/repository-address.ts'
import { requireSignInAddress } from '../../stacks/sign-in-address.ts'
import { appColumns, privateKeyIsInvalid } from '../../stacks/stack-app.ts'
import { sealForStack } from '../../stacks/stack-secrets.ts'
import { findStack, listOtherStackNames, type StackRow, updateStack } from '../../stacks/stack-store.ts'

export const update = handler<typeof stacks.update>(async (ctx, { params, body, caller, origin }) => {
  const { workspaceId, stackId } = params
  if (body.gitRepositoryUrl !== undefined) await requireRepositoryAddress(ctx, body.gitRepositoryUrl)
  if (body.sfdcPrivateKey && !isUsablePrivateKey(body.sfdcPrivateKey))
    throw privateKeyIsInvalid('sfdcPrivateKey')
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const stack = await findStack(tx, workspaceId, stackId)
    if (!stack) throw new AppError('entityNotFound')
    await refuseTakenNames(tx, stack, body)
    refuseManagedChanges(stack, body)
    refuseStoredPasswordElsewhere(stack, body)
    await updateStack(tx, stackId, rowChanges(ctx, stack, body))
    if (connectionFields.some((field) => body[field] !== undefined)) await outdateOrgInfoOfStack(tx, stackId)
    await announce(tx, { workspaceId, kind: 'pushStacks', ids: [stackId] })
    const subject = { type: 'Stack', id: stackId }
    const details = { properties: Object.keys(body) }
    const audit = { workspaceId, subject, details, actorUserId: caller.userId }
    await recordAudit(tx, { action: 'stack.updated', ...audit, ...origin })
  })
})

type Body = Parameters<typeof update>[1]['body']

const connectionFields = [
  'sfdcBaseSignInUrl',
  'sfdcBaseUsername',
  'sfdcPassword',
  'sfdcClientId',
  'sfdcClientSecret',
  'sfdcPrivateKey',
] as const

async function refuseTakenNames(tx: Transaction, stack: StackRow, { name, slug }: Body) {
  const others = await listOtherStackNames(tx, stack.workspaceId, stack.id)
  if (name !== undefined && others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw nameIsTaken()
  if (slug !== undefined && others.some((other) => other.slug === slug)) {
    const error = validationErrorOf('EntitySlugDuplicate', 'slug')
    throw new AppError('entityConflict', { validationErrors: [error] })
  }
}

/** The repository of a managed stack is the product's; its directory is fixed once metadata lies in it. */
function refuseManagedChanges(stack: StackRow, body: Body) {
  const fixed = [
    ...(stack.gitRepositoryIsManaged ? (['gitRepositoryUrl', 'gitUsername', 'gitPassword'] as const) : []),
    ...(stack.isInitialized ? (['metadataDirectoryRelativePath'] as const) : []),
  ]
  const property = fixed.find((name) => body[name] !== undefined)
  if (property)
    throw new AppError('patchPropertyNotAllowed', { detail: `The property ${property} cannot be changed.` })
}

/** A password that was stored for one server is not sent to another one that somebody names. */
function refuseStoredPasswordElsewhere(stack: StackRow, { gitRepositoryUrl, gitPassword }: Body) {
  if (stack.gitPasswordSealed === null || gitRepositoryUrl === undefined || gitPassword !== undefined) return
  if (isSameOrigin(stack.gitRepositoryUrl, gitRepositoryUrl)) return
  const description = 'Enter the password or token again, because the repository is on another server'
  const error = { ...validationErrorOf('ValueMissing', 'gitPassword'), description }
  throw new AppError('validationFailed', { validationErrors: [error] })
}

/** New user name and password replace the tokens of an earlier browser authorization. */
function rowChanges(ctx: Context, stack: StackRow, body: Body): Changes<StackRow> {
  const { gitPassword, sfdcPassword, metadataDirectoryRelativePath, sfdcBaseSignInUrl, ...others } = body
  const { sfdcClientId, sfdcClientSecret, sfdcPrivateKey, ...plain } = others
  const changes: Changes<StackRow> = {
    ...plain,
    ...appColumns(ctx, stack, { sfdcClientId, sfdcClientSecret, sfdcPrivateKey }),
  }
  if (metadataDirectoryRelativePath !== undefined) {
    changes.metadataDirectoryRelativePath = metadataDirectoryRelativePath ?? '/src'
  }
  if (sfdcBaseSignInUrl) {
    requireSignInAddress(ctx, sfdcBaseSignInUrl, 'sfdcBaseSignInUrl')
    changes.sfdcBaseSignInUrl = sfdcBaseSignInUrl
  }
  if (gitPassword !== undefined) {
    const gitRepositoryUrl = body.gitRepositoryUrl ?? stack.gitRepositoryUrl
    changes.gitPasswordSealed = sealGitPassword(ctx.secrets, { ...stack, gitRepositoryUrl }, gitPassword)
  }
  if (sfdcPassword !== undefined) {
    const sealed = sealForStack(ctx.secrets, stack, { column: 'sfdc_password_sealed', clear: sfdcPassword })
    Object.assign(changes, { sfdcPasswordSealed: sealed, sfdcTokenSealed: null })
  }
  return changes
}
