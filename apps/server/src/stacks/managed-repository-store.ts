import { eq } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { managedRepository } from '../platform/database/schema/stacks.ts'

/** The repository that the built-in host keeps for the stack, or null when the stack brought its own. */
export async function findManagedRepository(tx: Transaction, stackId: string) {
  const [row] = await tx.select().from(managedRepository).where(eq(managedRepository.stackId, stackId))
  return row ?? null
}
