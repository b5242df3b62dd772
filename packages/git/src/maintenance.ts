import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type GitCommand, type Repository, runGit } from './git.ts'
import { removeStaleLocks } from './stale-locks.ts'

/** How the objects of a repository lie on the disk. Loose ones are estimated from one of 256 folders, as Git does. */
export interface StoredObjects {
  readonly packs: number
  readonly looseObjects: number
}

export async function countStoredObjects({ gitDir }: Repository): Promise<StoredObjects> {
  const namesIn = async (folder: string) => await readdir(join(gitDir, 'objects', folder)).catch(() => [])
  const [packs, loose] = await Promise.all([namesIn('pack'), namesIn('17')])
  return { packs: packs.filter((name) => name.endsWith('.pack')).length, looseObjects: loose.length * 256 }
}

const most: StoredObjects = { packs: 20, looseObjects: 1_024 }

/** Whether so many packs or loose objects have come that reading takes longer. */
export const needsMaintenance = ({ packs, looseObjects }: StoredObjects): boolean =>
  packs > most.packs || looseObjects > most.looseObjects

type CommandLimit = Required<Pick<GitCommand, 'timeoutMs'>> & Pick<GitCommand, 'signal'>

/** As many as 600,000 loose objects; what is left waits for the next maintenance. */
const mostPortions = 12

/**
 * Packs loose objects in portions of 50,000 (git-maintenance(1), task `loose-objects`), so that years of unpacked history are packed
 * bit by bit: a repack that is stopped at its limit keeps nothing of its work, a packed portion stays.
 */
async function packLooseObjects(repository: Repository, limit: CommandLimit): Promise<void> {
  let before = Infinity
  for (let portion = 0; portion < mostPortions; portion += 1) {
    const { looseObjects } = await countStoredObjects(repository)
    if (looseObjects <= most.looseObjects || looseObjects >= before) return
    before = looseObjects
    await runGit({ ...limit, repository, args: ['maintenance', 'run', '--quiet', '--task=loose-objects'] })
    await runGit({ ...limit, repository, args: ['prune-packed', '--quiet'] })
  }
}

/** No push, fetch or maintenance takes as long. */
const leftBehindMs = 6 * 3_600_000
const lockFile = 'maintenance.lock'

/**
 * Packs loose objects, joins small packs and writes the indexes that make objects quick to find and histories to walk: git-repack(1)
 * `--geometric` with a multi-pack index, and git-commit-graph(1). No object is lost, reached by a ref or not, and others may read and
 * write meanwhile. Returns false, having done nothing, while another maintenance of the repository runs; the lock of one that was
 * killed counts no more once it is older than `timeoutMs` for each
 * command. Raises `timeout` and `aborted`.
 */
export async function maintain(repository: Repository, limit: CommandLimit): Promise<boolean> {
  const lock = join(repository.gitDir, lockFile)
  if (!(await takeLock(lock, (2 * mostPortions + commands.length) * limit.timeoutMs))) return false
  try {
    await removeStaleLocks(repository, { olderThanMs: leftBehindMs })
    await packLooseObjects(repository, limit)
    for (const args of commands) await runGit({ ...limit, repository, args })
    return true
  } finally {
    await rm(lock, { force: true })
  }
}

const commands = [
  ['repack', '--quiet', '--geometric=2', '-d', '-l', '--write-midx'],
  ['commit-graph', 'write', '--reachable', '--split', '--no-progress'],
] as const

async function takeLock(lock: string, staleAfterMs: number): Promise<boolean> {
  const age = Date.now() - ((await stat(lock).catch(() => null))?.mtimeMs ?? Date.now())
  if (age > staleAfterMs) await rm(lock, { force: true })
  try {
    await writeFile(lock, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
