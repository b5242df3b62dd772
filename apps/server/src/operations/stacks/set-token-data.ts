import type { stacks } from '@sluice/contract/stacks'
import { handler } from '../operation.ts'
import { findProduction } from '../../environments/environment-store.ts'
import { findOrgInfo, outdateOrgInfoOfStack } from '../../environments/org-info-store.ts'
import { refuseOtherProduction } from '../../environments/other-production.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { consumeSignIn, requireProduction, type SignedIn } from '../../stacks/encrypted-token.ts'
import { appColumns } from '../../stacks/stack-app.ts'
import { sealForStack } from '../../stacks/stack-secrets.ts'
import { findStack, updateStack } from '../../stacks/stack-store.ts'

export const setTokenData = handler<typeof stacks.setTokenData>(
  async (ctx, { params, body, caller, origin }) => {
    const { workspaceId, stackId } = params
    await ctx.database.asSystem(async (tx) => {
      const stack = await findStack(tx, workspaceId, stackId)
      if (!stack) throw new AppError('entityNotFound')
      const signedIn = await consumeSignIn(ctx, tx, { ...body, stackId })
      requireProduction(signedIn)
      const environment = await findProduction(tx, stackId)
      const info = environment && (await findOrgInfo(tx, environment.id))
      if (environment) refuseOtherProduction({ environment, info }, signedIn.orgId)
      const token = signedIn.token && JSON.stringify(signedIn.token)
      const seal = (column: 'sfdc_token_sealed' | 'sfdc_password_sealed', clear: string | null) =>
        sealForStack(ctx.secrets, stack, { column, clear })
      await updateStack(tx, stackId, {
        sfdcTokenSealed: seal('sfdc_token_sealed', token),
        sfdcPasswordSealed: seal('sfdc_password_sealed', signedIn.password),
        sfdcBaseSignInUrl: signedIn.signInUrl,
        sfdcBaseUsername: signedIn.username,
        ...(signedIn.app && appColumns(ctx, stack, changesOf(signedIn.app))),
      })
      await outdateOrgInfoOfStack(tx, stackId)
      await announce(tx, { workspaceId, kind: 'pushStacks', ids: [stackId] })
      const audit = { workspaceId, subject: { type: 'Stack', id: stackId }, actorUserId: caller.userId }
      await recordAudit(tx, { action: 'stack.credentialsSet', ...audit, ...origin })
    })
  },
)

const changesOf = ({ clientId, clientSecret, privateKey }: NonNullable<SignedIn['app']>) => ({
  sfdcClientId: clientId,
  sfdcClientSecret: clientSecret,
  sfdcPrivateKey: privateKey,
})
