import { JobFailure } from '../../durable/run-errors.ts'
import { listEnvironments } from '../../environments/environment-store.ts'
import { type TargetEnvironment, targetEnvironment } from '../../steps/session/flow-target.ts'
import type { JobSession } from '../../steps/session/job-session.ts'

/** The environment whose branch and org are copied: the production environment, unless another one is named. */
export async function loadSource(session: JobSession, name: string | null): Promise<TargetEnvironment> {
  const { ctx, run, job, stack } = session
  return await run.step('load source', async () => {
    const environments = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
      listEnvironments(tx, job.workspaceId, [stack.id]),
    )
    const wanted = name?.toLowerCase()
    const found = environments.find((one) =>
      wanted === undefined ? one.isProduction : one.name.toLowerCase() === wanted,
    )
    if (found === undefined || !found.isInitialized)
      throw new JobFailure(`There is no initialized environment ${name ?? 'of production'}.`)
    return targetEnvironment(found, stack)
  })
}
