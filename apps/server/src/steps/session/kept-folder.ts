import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { GitError } from '@sluice/git/errors'
import { type StoredFile, loadJobFiles, storeJobFiles } from '../../durable/job-files.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { JobSession } from './job-session.ts'
import { exists } from './work-folder.ts'

const pieceBytes = 1 << 20
/** Twenty times what the comparison of an org of 20,000 components comes to. */
export const mostKeptBytes = 64 * pieceBytes

/** What a step has made: its result for the ledger, and what is stored beside it. */
interface MadeByStep<T> {
  readonly result: T
  readonly files: readonly StoredFile[]
  readonly alsoWrite?: (tx: Transaction) => Promise<void>
}

/**
 * A recorded step that stores files with the job in the transaction that records it: where the step is recorded, every worker finds
 * them under the step's name. They are removed when the job ends.
 */
export async function stepWithFiles<T>(
  session: JobSession,
  name: string,
  make: () => Promise<MadeByStep<T>>,
): Promise<T> {
  const { run, job } = session
  let made: MadeByStep<T> | null = null
  return await run.step(
    name,
    async () => {
      made = await make().catch(async (error: unknown) => {
        if (!(error instanceof GitError)) throw error
        return await (await session.mirror()).afterDamage(error, make)
      })
      return made.result
    },
    async (tx) => {
      if (made === null) return
      const { files, alsoWrite } = made
      const folder = nameInJob(session, name)
      await storeJobFiles(tx, { jobId: job.id, workspaceId: job.workspaceId }, { folder, files })
      await alsoWrite?.(tx)
    },
  )
}

/** Parts of a job give their steps the same names. */
const nameInJob = ({ part }: JobSession, name: string): string => (part === null ? name : `${part}: ${name}`)

/**
 * Files that a job decides by, too long for the result of a step. They are made once, in a recorded step of this name, and
 * stored in the database with its record. Returns their folder; a later run of the job fills it with the stored files.
 */
export async function keptFolder(
  session: JobSession,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  let made: string | null = null
  await stepWithFiles(session, name, async () => {
    made = await emptyFolder(session, name)
    await make(made)
    return { result: null, files: await packFolder(made) }
  })
  if (made !== null) return made
  const found = await loadFolder(session, name)
  if (found !== null) return found
  // A job that an earlier release began has no stored files; they are made again, as that release would have done.
  const ofEarlierRelease = await folderOf(session, name)
  if (await exists(join(ofEarlierRelease, '.complete'))) return ofEarlierRelease
  const path = await emptyFolder(session, name)
  await make(path)
  return path
}

const folderOf = async (session: JobSession, name: string): Promise<string> =>
  join((await session.work()).path, 'kept', name)

/** An empty folder for the files of a step, in the work folder. */
export async function emptyFolder(session: JobSession, name: string): Promise<string> {
  const path = await folderOf(session, name)
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { recursive: true })
  return path
}

/**
 * A folder with the files that a step has stored; null where it has stored none. A folder that is here already may be that of a run
 * whose step was never recorded, so it is not used.
 */
export async function loadFolder(session: JobSession, name: string): Promise<string | null> {
  const { ctx, job } = session
  const stored = nameInJob(session, name)
  const found = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
    loadJobFiles(tx, job.id, stored),
  )
  if (found.length === 0) return null
  const path = await emptyFolder(session, name)
  for (const { name: file, pieces } of found) {
    await pipeline(pieces, createGunzip(), createWriteStream(join(path, file)))
  }
  return path
}

/**
 * Compresses the files of a folder, so that a step can store them.
 * @throws JobFailure when they are too large
 */
export async function packFolder(path: string): Promise<StoredFile[]> {
  const names = await readdir(path)
  const files: StoredFile[] = []
  let bytes = 0
  for (const name of names.toSorted()) {
    const whole = await compressed(join(path, name))
    bytes += whole.length
    if (bytes > mostKeptBytes) throw new JobFailure('The job compares more metadata than can be kept for it.')
    files.push({ name, pieces: piecesOf(whole) })
  }
  return files
}

async function compressed(path: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  await pipeline(createReadStream(path), createGzip(), async (content: AsyncIterable<Buffer>) => {
    for await (const chunk of content) chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}

/** Cuts a content into pieces that a row can hold. */
export function piecesOf(content: Buffer): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < content.length; at += pieceBytes) pieces.push(content.subarray(at, at + pieceBytes))
  return pieces
}
