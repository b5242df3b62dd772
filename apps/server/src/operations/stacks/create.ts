import type { stacks } from '@sluice/contract/stacks'
import type { Context } from '../../context.ts'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { findWorkspace } from '../../workspaces/workspace-store.ts'
import { consumeSignIn, requireProduction } from '../../stacks/encrypted-token.ts'
import { createStack, type NewStack } from '../../stacks/new-stack.ts'
import { requireRepositoryAddress } from '../../stacks/repository-address.ts'
import { requireSignInAddress } from '../../stacks/sign-in-address.ts'

export const create = handler<typeof stacks.create>(async (ctx, { params, body, caller, origin }) => {
  const { workspaceId } = params
  const customRepository = repositoryOf(body)
  if (customRepository) await requireRepositoryAddress(ctx, customRepository.url)
  return ctx.database.asSystem(async (tx) => {
    const workspace = await findWorkspace(tx, workspaceId)
    if (!workspace) throw new AppError('entityNotFound')
    const made = await createStack(ctx, tx, {
      workspace,
      creatorUserId: caller.userId,
      name: body.name,
      slug: body.slug,
      customRepository,
      metadataDirectoryRelativePath: body.metadataDirectoryRelativePath ?? '/src',
      ensureMetadataIsPortable: body.ensureMetadataIsPortable,
      sfdcApiVersionMode: body.sfdcApiVersionMode,
      salesforce: await connectionOf(ctx, tx, body),
    })
    await announce(tx, { workspaceId, kind: 'pushStacks', ids: [made.id] })
    const subject = { type: 'Stack', id: made.id }
    await recordAudit(tx, {
      action: 'stack.created',
      workspaceId,
      subject,
      actorUserId: caller.userId,
      ...origin,
    })
    return { id: made.id, slug: made.slug }
  })
})

type Body = Parameters<typeof create>[1]['body']

function repositoryOf(body: Body): NewStack['customRepository'] {
  const { gitRepositoryUrl: url, gitUsername: username, gitPassword: password } = body
  if (body.gitRepositoryIsManaged || url === null || username === null || password === null) return null
  return { url, username, password }
}

/** The result of a sign-in, or user name and password as they are typed in. */
async function connectionOf(ctx: Context, tx: Transaction, body: Body): Promise<NewStack['salesforce']> {
  const encryptedToken = body.sfdcEncryptedToken ?? body.encryptedToken
  if (encryptedToken !== null) {
    const signedIn = await consumeSignIn(ctx, tx, { encryptedToken, stackId: null })
    requireProduction(signedIn)
    return signedIn
  }
  const { sfdcBaseSignInUrl: signInUrl, sfdcBaseUsername: username, sfdcPassword: password } = body
  if (signInUrl === null || username === null || password === null) {
    throw new AppError('sfdcCredentialsMissing')
  }
  requireSignInAddress(ctx, signInUrl, 'sfdcBaseSignInUrl')
  return { signInUrl, username, password, token: null, app: null }
}
