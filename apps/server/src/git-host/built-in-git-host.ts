import type { Context, GitHost } from '../context.ts'
import { createManagedRepository } from './managed-repository.ts'
import { issueCredential } from './repository-credential.ts'

/** What the rest of the server may ask of the built-in host. */
export function builtInGitHost(ctx: Pick<Context, 'config' | 'folders'>): GitHost {
  return {
    urlOf: (repositoryName) => `${ctx.config.publicUrl}/git/${repositoryName}.git`,
    createRepository: async (tx, owner) => createManagedRepository(tx, ctx.folders.repositories, owner),
    // It is valid until its job ends: a job may wait for people or for a sandbox before it pushes, longer than it works.
    issueJobCredential: async (tx, { jobId, workspaceId, repositoryId }) => {
      const username = 'job'
      return { username, password: await issueCredential(tx, { jobId, workspaceId, repositoryId, username }) }
    },
    issueCollaboratorCredential: async (tx, collaborator) => issueCredential(tx, collaborator),
  }
}
