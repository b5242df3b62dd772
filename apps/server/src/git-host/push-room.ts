import { join } from 'node:path'
import { repositoryBytes } from '@sluice/git/repository-size'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { managedRepository } from '../platform/database/schema/stacks.ts'
import { freeDisk } from '../platform/free-disk.ts'
import type { ManagedRepository } from './managed-repository.ts'

/** How many bytes a push may bring, or why it may bring none. */
export type PushRoom =
  | {
      readonly bytes: number
      /** Says what bounds them; absent where nothing but the size of one push does. */
      readonly most?: string
    }
  | { readonly refusal: string }

type RoomContext = Pick<Context, 'config' | 'database' | 'folders' | 'clock'>

interface Measured {
  readonly bytes: number
  readonly atMs: number
}

/** So long counts what was measured of a repository to which nothing is being pushed. */
const measuredForMs = 300_000

/**
 * Measures what repository, workspace and disk have room for. The repository itself is measured anew for people; their
 * pushes are what grows without bound.
 */
export function pushRooms(ctx: RoomContext) {
  const measured = new Map<string, Measured>()
  const sizeOf = async (folder: string, maxAgeMs: number): Promise<number> => {
    const now = ctx.clock.elapsedMs()
    const known = measured.get(folder)
    if (known !== undefined && now - known.atMs < maxAgeMs) return known.bytes
    const bytes = await repositoryBytes({ gitDir: join(ctx.folders.repositories, folder) }).catch(() => 0)
    measured.set(folder, { bytes, atMs: now })
    return bytes
  }
  return async (
    { id, folder, workspaceId }: Pick<ManagedRepository, 'id' | 'folder' | 'workspaceId'>,
    { isOfJob }: { readonly isOfJob: boolean },
  ): Promise<PushRoom> => {
    const { limits } = ctx.config
    const disk = await freeDisk(ctx)
    if (disk.bytes <= 0)
      return {
        refusal: `The disk of the server is nearly full (${disk.freeMegabytes} MB are free). Nothing was changed.`,
      }
    const own = await sizeOf(folder, isOfJob ? measuredForMs : 0)
    const ofRepository = limits.repositoryBytes - own
    if (ofRepository <= 0) return { refusal: full('The repository holds', own, limits.repositoryBytes) }
    let total = own
    for (const other of await otherFolders(ctx, { id, workspaceId }))
      total += await sizeOf(other, measuredForMs)
    const ofWorkspace = limits.workspaceBytes - total
    if (ofWorkspace <= 0)
      return { refusal: full('The repositories of the workspace hold', total, limits.workspaceBytes) }
    const bytes = Math.min(disk.bytes, ofRepository, ofWorkspace)
    const bound =
      bytes === ofRepository
        ? holds('The repository holds', own, limits.repositoryBytes)
        : bytes === ofWorkspace
          ? holds('The repositories of the workspace hold', total, limits.workspaceBytes)
          : `The disk of the server has ${disk.freeMegabytes} MB free.`
    return { bytes, most: `${bound} This push may bring ${sizeText(bytes)} at most.` }
  }
}

const mebibyte = 1024 * 1024
const inWords = (count: number) => Math.floor(count).toLocaleString('en-US')
const sizeText = (bytes: number) =>
  bytes < 10 * mebibyte ? `${inWords(bytes / 1024)} KB` : `${inWords(bytes / mebibyte)} MB`

const holds = (who: string, used: number, most: number) =>
  `${who} ${sizeText(used)} and may hold ${sizeText(most)}.`

const full = (who: string, used: number, most: number) => `${holds(who, used, most)} Nothing was changed.`

async function otherFolders(
  ctx: RoomContext,
  { id, workspaceId }: Pick<ManagedRepository, 'id' | 'workspaceId'>,
): Promise<string[]> {
  const rows = await ctx.database.inWorkspace(workspaceId, null, (tx) =>
    tx
      .select({ id: managedRepository.id, folder: managedRepository.folder })
      .from(managedRepository)
      .where(and(eq(managedRepository.workspaceId, workspaceId), isNotNull(managedRepository.folder))),
  )
  return rows.flatMap((row) => (row.id === id || row.folder === null ? [] : row.folder))
}
