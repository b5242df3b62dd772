import { eq } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { deletedRepository } from '../platform/database/schema/server.ts'
import { managedRepository } from '../platform/database/schema/stacks.ts'

/** The repository that the built-in host keeps for the stack, or null when the stack brought its own. */
export async function findManagedRepository(tx: Transaction, stackId: string) {
  const [row] = await tx.select().from(managedRepository).where(eq(managedRepository.stackId, stackId))
  return row ?? null
}

/** Records when the stack of the repository was deleted. Called in the transaction of the deletion. */
export async function releaseRepository(tx: Transaction, stackId: string, deletedUtc: Date): Promise<void> {
  const repository = await findManagedRepository(tx, stackId)
  if (repository === null) return
  const { folder, workspaceId } = repository
  await tx.insert(deletedRepository).values({ folder, workspaceId, deletedUtc }).onConflictDoNothing()
}
