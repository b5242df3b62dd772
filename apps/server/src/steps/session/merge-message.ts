import { findStack } from '../../stacks/stack-store.ts'
import { findUserById } from '../../users/user-store.ts'
import { findWorkspace } from '../../workspaces/workspace-store.ts'
import type { JobSession } from './job-session.ts'

/**
 * The message of a merge commit: what it merges, who started the job, and the address of the job's page. Sluice is the committer,
 * so that without it nothing in Git says whose decision the merge was.
 */
export async function messageOfMerge({ ctx, job, stack }: JobSession, subject: string): Promise<string> {
  const { workspaceId, createdByUserId: userId } = job
  const found = await ctx.database.inWorkspace(workspaceId, null, async (tx) => ({
    workspace: await findWorkspace(tx, workspaceId),
    stack: await findStack(tx, workspaceId, stack.id),
    user: userId === null ? null : await findUserById(tx, userId),
  }))
  const { user } = found
  const path = `/workspaces/${found.workspace?.slug}/stacks/${found.stack?.slug}/jobs/${job.id}`
  return [
    subject,
    '',
    // A line break in a name must not forge a trailer.
    ...(user === null
      ? []
      : [`Started-by: ${`${user.firstName} ${user.lastName}`.replaceAll(/\s+/g, ' ').trim()}`]),
    `Job: ${ctx.config.publicUrl}${path}`,
  ].join('\n')
}
