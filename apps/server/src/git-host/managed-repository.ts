import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Repository } from '@sluice/git/git'
import { createBareRepository } from '@sluice/git/init'
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { managedRepository } from '../platform/database/schema/stacks.ts'
import { isId, newId } from '../platform/ids.ts'
import { repositoryNameOf } from '../stacks/repository-name.ts'

type Row = typeof managedRepository.$inferSelect
/** A repository that this host keeps. */
export type ManagedRepository = Row & { readonly folder: string }

const isKeptHere = (row: Row | undefined): row is ManagedRepository =>
  row !== undefined && row.folder !== null

/**
 * Makes the bare repository and its row. The folder comes first: a folder without a row is swept, a row without a
 * folder would be a broken stack. The name is unique on the whole server and keeps when stack and workspace are renamed.
 */
export async function createManagedRepository(
  tx: Transaction,
  repositoriesFolder: string,
  { workspaceId, stackId, wantedName }: { workspaceId: string; stackId: string; wantedName: string },
): Promise<ManagedRepository> {
  const id = newId()
  const folder = `${id}.git`
  await createBareRepository({ gitDir: join(repositoriesFolder, folder), defaultBranch: 'main' })
  const wanted = repositoryNameOf(wantedName)
  for (const name of [wanted, `${wanted}-${randomBytes(3).toString('hex')}`, id]) {
    const [row] = await tx
      .insert(managedRepository)
      .values({ id, workspaceId, stackId, name, folder })
      .onConflictDoNothing()
      .returning()
    if (isKeptHere(row)) return row
  }
  throw new Error('No name was free for the repository.')
}

/** Finds a repository by what its address has: its name or its id, with or without `.git`. */
export async function findRepository(
  tx: Transaction,
  repositoryKey: string,
): Promise<ManagedRepository | null> {
  const key = repositoryKey.replace(/\.git$/, '')
  const condition = isId(key)
    ? eq(managedRepository.id, key)
    : eq(sql`lower(${managedRepository.name})`, key.toLowerCase())
  const [row] = await tx.select().from(managedRepository).where(condition)
  return isKeptHere(row) ? row : null
}

export function repositoryOnDisk(repositoriesFolder: string, row: ManagedRepository): Repository {
  return { gitDir: join(repositoriesFolder, row.folder) }
}
