import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import type { Connection } from '@sluice/salesforce/connection'
import type { Context } from '../../context.ts'
import type { Run } from '../../durable/run.ts'
import { includeSpecsAt } from '../branch/include-file.ts'
import { mirrorFolder } from '../../platform/mirror-folder.ts'
import { commitLimits } from '../../stacks/commit-limits.ts'
import { takeUpCommits } from '../branch/take-up-commits.ts'
import { openOrg } from '../org/open-org.ts'
import { watchApiUsage } from '../org/watch-api-usage.ts'
import { watchPauses } from '../org/watch-pauses.ts'
import type { Parity, TargetEnvironment, TargetJob, TargetStack } from '../session/flow-target.ts'
import { gitRemoteOf } from '../session/git-remote.ts'
import { type JobSession, newDeadline } from '../session/job-session.ts'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { openMirror } from '../session/mirror.ts'
import { once, oncePerKey } from '../session/once.ts'
import { whileBrieflyTransient } from '../session/transient-retry.ts'
import { openWorkFolder } from '../session/work-folder.ts'
import { placeOf } from '../../stacks/metadata-place.ts'

/** The built-in host has checked what was pushed to it. */
const isChecked = ({ managedRepository }: TargetStack) => managedRepository?.gitHubUrl === null

interface SessionTarget {
  readonly job: TargetJob
  readonly stack: TargetStack
  /** Those whose branches the job compares with their orgs. */
  readonly environments?: readonly TargetEnvironment[]
}

const knownCommits = ({ inbound, outbound }: Parity): string[] =>
  [inbound, outbound].filter((commit) => commit !== null)

/** The folder of the job goes when the end of the job is committed: until then a worker may have to go on in it. */
export function openJobSession(ctx: Context, run: Run, target: SessionTarget): JobSession {
  const root = ctx.folders.work
  const jobId = target.job.id
  const deadline = newDeadline(ctx)
  const limit = () => ({ signal: run.signal, deadline })
  const work = once(() => openWorkFolder({ root, jobId, attempt: run.epoch }))
  const { id: stackId, gitRepositoryUrl } = target.stack
  const mirror = once(async () => {
    const opened = await openMirror({
      work: await work(),
      ofStack: mirrorFolder(ctx.folders.mirrors, { stackId, gitRepositoryUrl }).gitDir,
      remote: await gitRemoteOf(ctx, target),
      limit,
      commitLimits: isChecked(target.stack) ? null : commitLimits(ctx.config),
      needed: (target.environments ?? []).flatMap(({ parity }) => knownCommits(parity)),
    })
    await takeUpCommits(ctx, run, opened)
    return opened
  })
  const orgs = oncePerKey<Connection>()
  const watches = { watchUsage: watchApiUsage(run), watchPause: watchPauses(run) }
  const specs = oncePerKey<IncludeSpecs>()
  return {
    ctx,
    run,
    ...target,
    part: null,
    directory: metadataDirectory(placeOf(target.stack)),
    deadline,
    work,
    mirror,
    includeSpecs: (commitHash) =>
      specs(commitHash, async () => includeSpecsAt((await mirror()).repository, commitHash)),
    org: (environmentId, apiVersion) => {
      const key = `${environmentId ?? ''} ${apiVersion ?? ''}`
      const signIn = () => openOrg(ctx, { ...target, environmentId, apiVersion, ...watches })
      return orgs(key, () => whileBrieflyTransient(signIn, limit()))
    },
  }
}
