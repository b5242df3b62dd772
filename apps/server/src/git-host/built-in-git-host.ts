import type { Context, GitHost } from '../context.ts'
import { createManagedRepository } from './managed-repository.ts'
import { issueCredential } from './repository-credential.ts'

/** What the rest of the server may ask of the built-in host. */
export function builtInGitHost(ctx: Pick<Context, 'config' | 'clock' | 'folders'>): GitHost {
  return {
    urlOf: (repositoryName) => `${ctx.config.publicUrl}/git/${repositoryName}.git`,
    createRepository: async (tx, owner) => createManagedRepository(tx, ctx.folders.repositories, owner),
    issueJobCredential: async (tx, { jobId, workspaceId, repositoryId }) => {
      const username = 'job'
      const expiresUtc = new Date(ctx.clock.now().getTime() + ctx.config.waits.jobHours * 3_600_000)
      return {
        username,
        password: await issueCredential(tx, { jobId, workspaceId, repositoryId, username, expiresUtc }),
      }
    },
    issueCollaboratorCredential: async (tx, collaborator) => issueCredential(tx, collaborator),
  }
}
