import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { GitError } from '@sluice/git/errors'
import { findDamage } from '@sluice/git/fsck'
import { countStoredObjects, maintain, needsMaintenance } from '@sluice/git/maintenance'
import type { Context } from '../../context.ts'
import { openStackMirror, replaceStackMirror } from '../session/stack-mirror.ts'

/** For each command of Git. */
const mostMs = 10 * 60_000
const checkEveryMs = 7 * 86_400_000
const checkedFile = 'sluice-checked'
const mostLinesLogged = 20

type Maintaining = Pick<Context, 'clock' | 'folders' | 'log'>

interface KeptRepository {
  readonly gitDir: string
  /** A mirror can be fetched again. */
  readonly isMirror: boolean
}

/**
 * Packs the repositories of the built-in host and the mirrors of this machine where they need it, one after the other, and reads all of
 * each once a week to find damage. What was done and found stands in the log.
 */
export async function maintainRepositories(ctx: Maintaining, signal: AbortSignal): Promise<void> {
  for (const kept of await listRepositories(ctx)) {
    if (signal.aborted) return
    const repository = relative(ctx.folders.root, kept.gitDir)
    await maintainOne(ctx, kept, signal).catch((error: unknown) => {
      if (signal.aborted) return
      const isTooLong = error instanceof GitError && error.code === 'timeout'
      ctx.log.warn(
        { err: error, repository },
        isTooLong ? 'Git maintenance took too long' : 'Git maintenance failed',
      )
    })
  }
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name))
}

async function listRepositories({ folders }: Maintaining): Promise<KeptRepository[]> {
  const { repositories, mirrors } = folders
  const hosted = await foldersIn(repositories)
  const stacks = await foldersIn(mirrors)
  const addresses = (await Promise.all(stacks.map(foldersIn))).flat()
  const kept = [
    ...hosted.map((gitDir) => ({ gitDir, isMirror: false })),
    ...addresses.map((folder) => ({ gitDir: join(folder, 'objects.git'), isMirror: true })),
  ]
  const exist = await Promise.all(
    kept.map(async ({ gitDir }) => (await mtimeOf(join(gitDir, 'HEAD'))) !== null),
  )
  return kept.filter((_, place) => exist[place])
}

async function maintainOne(ctx: Maintaining, kept: KeptRepository, signal: AbortSignal): Promise<void> {
  const { gitDir } = kept
  const repository = relative(ctx.folders.root, gitDir)
  const before = await countStoredObjects(kept)
  if (needsMaintenance(before)) {
    const began = ctx.clock.elapsedMs()
    const isDone = await maintain({ gitDir }, { timeoutMs: mostMs, signal })
    const after = await countStoredObjects(kept)
    const durationMs = Math.round(ctx.clock.elapsedMs() - began)
    if (isDone) ctx.log.info({ repository, before, after, durationMs }, 'Git repository packed')
  }
  const now = ctx.clock.now()
  const checked = await mtimeOf(join(gitDir, checkedFile))
  if (checked !== null && now.getTime() - checked < checkEveryMs) return
  // Noted first, so that another worker of the same data folder does not check it too.
  await writeFile(join(gitDir, checkedFile), '')
  await utimes(join(gitDir, checkedFile), now, now)
  await check(ctx, kept, signal)
}

async function check(
  ctx: Maintaining,
  { gitDir, isMirror }: KeptRepository,
  signal: AbortSignal,
): Promise<void> {
  const repository = relative(ctx.folders.root, gitDir)
  const began = ctx.clock.elapsedMs()
  const damage = await findDamage({ gitDir }, { timeoutMs: mostMs, signal })
  const durationMs = Math.round(ctx.clock.elapsedMs() - began)
  if (damage.length === 0) {
    ctx.log.info({ repository, durationMs }, 'Git repository checked: sound')
    return
  }
  const found = { repository, durationMs, damage: damage.slice(0, mostLinesLogged), lines: damage.length }
  if (!isMirror) {
    ctx.log.error(
      found,
      'Git repository checked: damaged. Restore it from a backup, or push it again from a clone',
    )
    return
  }
  ctx.log.warn(found, 'mirror of a Git repository checked: damaged. It is fetched again')
  await replaceStackMirror(await openStackMirror(gitDir))
}

const mtimeOf = async (path: string): Promise<number | null> =>
  (await stat(path).catch(() => null))?.mtimeMs ?? null
