import { describeLayout, refuseLayout } from '@sluice/metadata/layout/describe-layout'
import type { MetadataLayout } from '@sluice/metadata/layout/find-layout'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { JobFailure } from '../../durable/run-errors.ts'
import { branchToBeginWith, layoutOfCommit } from '../../repository/branch-layout.ts'
import { placeOf } from '../../stacks/metadata-place.ts'
import type { JobSession } from '../../steps/session/job-session.ts'

/** The layout of the branch, or of the one that it begins at. Refuses what a stack cannot use, before anything is written. */
export async function layoutToBeginWith(session: JobSession, branch: string): Promise<MetadataLayout> {
  const mirror = await session.mirror()
  const from = branchToBeginWith(await mirror.refs(), branch)
  const head = from === null ? null : await mirror.fetch(from)
  return head === null ? 'Packages' : await layoutAt(session, head)
}

/** Metadata of another layout would get a second copy of the org beside it, and would never be deployed itself. */
async function layoutAt(session: JobSession, head: string): Promise<MetadataLayout> {
  const { repository } = await session.mirror()
  const found = await layoutOfCommit(repository, head, session.stack.metadataDirectoryRelativePath)
  const refusal = refuseLayout(found)
  if (refusal !== null)
    throw new JobFailure(`${describeLayout(found)}. ${refusal} Nothing was changed in the repository.`)
  return found.layout ?? 'Packages'
}

/** Refuses a branch that somebody has given another layout since it was looked at. */
export async function requireSameLayout(session: JobSession, head: string): Promise<void> {
  if ((await layoutAt(session, head)) !== session.stack.metadataLayout)
    throw new JobFailure('The files of the branch were moved to another layout meanwhile. Initialize again.')
}

/** The same session once the layout is known. */
export function withLayout(session: JobSession, metadataLayout: MetadataLayout): JobSession {
  const stack = { ...session.stack, metadataLayout }
  return { ...session, stack, directory: metadataDirectory(placeOf(stack)) }
}
