import type { environments } from '@sluice/contract/environments'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { findEnvironment } from '../../environments/environment-store.ts'
import { listUndeployedPage } from '../../environments/undeployed-pages.ts'

export const listUndeployedComponents = handler<typeof environments.listUndeployedComponents>(
  async (ctx, { params, query, caller }) =>
    ctx.database.inWorkspace(params.workspaceId, caller.userId, async (tx) => {
      const environment = await findEnvironment(tx, params)
      if (environment === null) throw new AppError('entityNotFound')
      return listUndeployedPage(tx, environment, query.after)
    }),
)
