import { eq } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { deletedGitHubRepository, deletedRepository } from '../platform/database/schema/server.ts'
import { managedRepository, stack } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'
import { repositoryNameOf } from './repository-name.ts'

/** The repository that was made for the stack, or null when the stack brought its own. */
export async function findManagedRepository(tx: Transaction, stackId: string) {
  const [row] = await tx.select().from(managedRepository).where(eq(managedRepository.stackId, stackId))
  return row ?? null
}

/** Records when the stack of the repository was deleted. Called in the transaction of the deletion. */
export async function releaseRepository(tx: Transaction, stackId: string, deletedUtc: Date): Promise<void> {
  const repository = await findManagedRepository(tx, stackId)
  if (repository === null) return
  const { folder, workspaceId, gitHubUrl, gitHubId, name } = repository
  if (folder !== null)
    await tx.insert(deletedRepository).values({ folder, workspaceId, deletedUtc }).onConflictDoNothing()
  if (gitHubUrl !== null)
    await tx
      .insert(deletedGitHubRepository)
      .values({ stackId, workspaceId, gitHubUrl, name, gitHubId, deletedUtc })
}

/** Waits for the initialization of the stack, which makes the repository: an effect outside belongs into a job. */
export async function planGitHubRepository(
  tx: Transaction,
  repository: { workspaceId: string; stackId: string; wantedName: string; gitHubUrl: string },
): Promise<void> {
  const { wantedName, ...columns } = repository
  const name = repositoryNameOf(wantedName)
  await tx.insert(managedRepository).values({ ...columns, id: newId(), name })
}

/** Writes down what GitHub has made. */
export async function keepGitHubRepository(
  tx: Transaction,
  stackId: string,
  made: { gitHubId: string; name: string; url: string },
): Promise<void> {
  const { url, ...columns } = made
  await tx.update(managedRepository).set(columns).where(eq(managedRepository.stackId, stackId))
  await tx.update(stack).set({ gitRepositoryUrl: url }).where(eq(stack.id, stackId))
}
