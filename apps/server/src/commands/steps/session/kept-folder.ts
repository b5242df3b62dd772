import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type StoredFile, loadJobFiles, storeJobFiles } from '../../../durable/job-files.ts'
import { JobFailure } from '../../../durable/run-errors.ts'
import type { JobSession } from './job-session.ts'
import { exists, writeWhole } from './work-folder.ts'

const pieceBytes = 1 << 20
/** Twenty times what the comparison of an org of 20,000 components comes to. */
const mostBytes = 64 * pieceBytes
const completeMarker = '.complete'

/**
 * Files that a job decides by, too long for the result of a step. They are made once, in a recorded step of this name, and
 * stored in the database with its record. Gives their folder; a worker that does not have it gets the stored files.
 */
export async function keptFolder(
  session: JobSession,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const { run, ctx, job, part } = session
  const stored = part === null ? name : `${part}: ${name}`
  const folder = async () => join((await session.work()).path, 'kept', name)
  let packed: StoredFile[] = []
  await run.step(
    name,
    async () => {
      const path = await folder()
      await makeAnew(path, make)
      packed = await packFolder(path)
      return null
    },
    (tx) =>
      storeJobFiles(tx, { jobId: job.id, workspaceId: job.workspaceId }, { folder: stored, files: packed }),
  )
  const path = await folder()
  if (await exists(join(path, completeMarker))) return path
  const found = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
    loadJobFiles(tx, job.id, stored),
  )
  // A job that an earlier release began has no stored files; they are made again, as that release would have done.
  await makeAnew(path, found.length === 0 ? make : (made) => unpackFolder(made, found))
  return path
}

async function makeAnew(path: string, make: (folder: string) => Promise<void>): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { recursive: true })
  await make(path)
  await writeWhole(join(path, completeMarker), '')
}

async function packFolder(path: string): Promise<StoredFile[]> {
  const names = await readdir(path)
  const files: StoredFile[] = []
  let bytes = 0
  for (const name of names.filter((one) => one !== completeMarker).toSorted()) {
    const pieces = await packFile(join(path, name))
    bytes += pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (bytes > mostBytes) throw new JobFailure('The job compares more metadata than can be kept for it.')
    files.push({ name, pieces })
  }
  return files
}

async function packFile(path: string): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  await pipeline(createReadStream(path), createGzip(), async (compressed: AsyncIterable<Buffer>) => {
    for await (const chunk of compressed) chunks.push(chunk)
  })
  const whole = Buffer.concat(chunks)
  const pieces: Buffer[] = []
  for (let at = 0; at < whole.length; at += pieceBytes) pieces.push(whole.subarray(at, at + pieceBytes))
  return pieces
}

async function unpackFolder(path: string, files: readonly StoredFile[]): Promise<void> {
  for (const { name, pieces } of files) {
    await pipeline(pieces, createGunzip(), createWriteStream(join(path, name)))
  }
}
