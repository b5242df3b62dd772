import { resolveCommit } from '@sluice/git/rev-parse'
import type { Repository } from '@sluice/git/git'
import type { Context } from '../context.ts'
import type { EnvironmentRow } from '../environments/environment-store.ts'
import { findOrgInfo } from '../environments/org-info-store.ts'
import { includeSpecsAt } from '../steps/branch/include-file.ts'
import { effectiveApiVersion } from '../steps/org/api-version.ts'
import { loadUndeployed } from '../steps/parity/undeployed-components.ts'
import type { BranchRepository } from './branch-repository.ts'
import type { Sides } from './difference-tasks.ts'
import type { LookTarget } from './look-target.ts'
import { placeOf } from '../stacks/metadata-place.ts'

/** Branch and org of an environment, or a sentence saying why nothing can be said about them. */
export type FoundSides = { readonly sides: Sides } | { readonly reason: string }

/** Finds what a look compares. */
export async function findSides(
  ctx: Context,
  { target, environment }: { readonly target: LookTarget; readonly environment: EnvironmentRow },
  { repository, heads }: BranchRepository,
): Promise<FoundSides> {
  const head = heads.get(environment.gitBranchName)
  if (head === undefined) return { reason: `The branch ${environment.gitBranchName} does not exist.` }
  const since = environment.latestKnownParityCommitHashOutbound
  const reason = await whyUnknown(repository, { environment, since })
  if (reason !== null || since === null) return { reason: reason ?? '' }
  const { undeployed, info } = await ctx.database.inWorkspace(target.workspaceId, null, async (tx) => ({
    undeployed: await loadUndeployed(tx, environment.id, environment.componentStateRevisionId),
    info: await findOrgInfo(tx, environment.id),
  }))
  return {
    sides: {
      gitDir: repository.gitDir,
      metadataDirectory: placeOf(target.stack),
      since,
      head,
      undeployed,
      specs: await includeSpecsAt(repository, head),
      apiVersion: effectiveApiVersion({
        mode: environment.sfdcApiVersionMode ?? target.stack.sfdcApiVersionMode,
        platform: info?.platformVersion ?? 'Infinity',
        baseline: target.stack.sfdcApiVersionBaseline,
      }),
      sandboxName: environment.sfdcSandboxName,
    },
  }
}

async function whyUnknown(
  repository: Repository,
  { environment, since }: { readonly environment: EnvironmentRow; readonly since: string | null },
): Promise<string | null> {
  if (since === null) return 'No flow has ended yet that tells what the org has.'
  if (environment.needsFullRetrieve)
    return 'It is not known whether the last deployment took place. A flow in finds out.'
  if ((await resolveCommit(repository, since)) === null)
    return 'The commit that the org was offered last is gone from the repository. A flow in starts anew.'
  return null
}
