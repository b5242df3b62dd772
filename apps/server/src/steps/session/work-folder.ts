import { access, mkdir, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { jsonPieces } from '../../platform/json-pieces.ts'

/** The folder of one attempt of a job. Nothing in it is needed for good: what is missing is made again. */
export interface WorkFolder {
  readonly path: string
}

const completeMarker = '.complete'
/** A mirror counts only when it is complete; the others hold whole files, or parts with a marker of their own. */
const adopted = [
  { name: 'kept', onlyComplete: false },
  { name: 'mirror', onlyComplete: true },
  { name: 'retrieve', onlyComplete: false },
  { name: 'deltas', onlyComplete: false },
]

interface JobAttempt {
  /** The folder of all work folders. */
  readonly root: string
  readonly jobId: string
  readonly attempt: number
}

/**
 * Opens the folder of an attempt. What an earlier attempt left complete moves over, so that a restart on the same
 * machine does not retrieve again; the rest of it is removed. A process that still runs the earlier attempt keeps
 * writing into what has moved, where whole files appear by renaming only.
 */
export async function openWorkFolder({ root, jobId, attempt: number }: JobAttempt): Promise<WorkFolder> {
  const ofJob = join(root, jobId)
  const path = join(ofJob, String(number))
  await mkdir(path, { recursive: true })
  const names = await readdir(ofJob)
  const earlier = names.map(Number).filter((attempt) => attempt < number)
  for (const attempt of earlier.toSorted((a, b) => b - a)) {
    await adopt(join(ofJob, String(attempt)), path)
    await rm(join(ofJob, String(attempt)), { recursive: true, force: true })
  }
  return { path }
}

export async function removeWorkFolders({ root, jobId }: Omit<JobAttempt, 'attempt'>): Promise<void> {
  await rm(join(root, jobId), { recursive: true, force: true, maxRetries: 3 })
}

async function adopt(from: string, to: string): Promise<void> {
  for (const { name, onlyComplete } of adopted) {
    const isUsable = await exists(onlyComplete ? join(from, name, completeMarker) : join(from, name))
    if (isUsable && !(await exists(join(to, name)))) await rename(join(from, name), join(to, name))
  }
}

/**
 * A folder inside the work folder that is complete or made anew: a half clone looks like a healthy empty repository,
 * so nothing without the marker is trusted. `resumable` keeps what an interrupted maker left behind.
 */
export async function completePart(
  work: WorkFolder,
  part: { readonly name: string; readonly resumable?: boolean },
  make: (path: string) => Promise<void>,
): Promise<string> {
  const path = join(work.path, part.name)
  if (await exists(join(path, completeMarker))) return path
  if (part.resumable !== true) await rm(path, { recursive: true, force: true })
  await mkdir(path, { recursive: true })
  await make(path)
  await writeWhole(join(path, completeMarker), '')
  return path
}

/** Writes a file so that it is there whole or not at all, also after a power cut. */
export async function writeWhole(
  path: string,
  content: string | Iterable<string | Uint8Array>,
): Promise<void> {
  const temporary = `${path}.${process.pid}.part`
  const file = await open(temporary, 'w')
  try {
    await writeFile(file, content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}

export async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeWhole(path, jsonPieces(value))
}

/** What `writeJson` wrote, or null when there is no such file. */
export async function readJson<T>(path: string): Promise<T | null> {
  if (!(await exists(path))) return null
  const value: T = JSON.parse(await readFile(path, 'utf8'))
  return value
}

export async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}
