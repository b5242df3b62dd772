import { and, asc, eq } from 'drizzle-orm'
import type { JobReference } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { jobFile } from '../platform/database/schema/job-execution.ts'

/** A file as it is stored: its name inside the folder, and its compressed content in pieces. */
export interface StoredFile {
  readonly name: string
  readonly pieces: readonly Buffer[]
}

const selected = (jobId: string, folder: string) => and(eq(jobFile.jobId, jobId), eq(jobFile.folder, folder))

/** Replaces what is stored of the folder. */
export async function storeJobFiles(
  tx: Transaction,
  { jobId, workspaceId }: JobReference,
  { folder, files }: { folder: string; files: readonly StoredFile[] },
): Promise<void> {
  await tx.delete(jobFile).where(selected(jobId, folder))
  for (const { name, pieces } of files)
    for (const [piece, content] of pieces.entries())
      await tx.insert(jobFile).values({ workspaceId, jobId, folder, name, piece, content })
}

/** The files of the folder; none when nothing was stored under this name. */
export async function loadJobFiles(tx: Transaction, jobId: string, folder: string): Promise<StoredFile[]> {
  const rows = await tx
    .select({ name: jobFile.name, content: jobFile.content })
    .from(jobFile)
    .where(selected(jobId, folder))
    .orderBy(asc(jobFile.name), asc(jobFile.piece))
  const files = new Map<string, Buffer[]>()
  for (const { name, content } of rows) files.set(name, [...(files.get(name) ?? []), content])
  return Array.from(files, ([name, pieces]) => ({ name, pieces }))
}

/** The contents of all files of this name that steps of the job have stored, each as one piece. */
export async function loadJobFilesNamed(tx: Transaction, jobId: string, name: string): Promise<Buffer[]> {
  const rows = await tx
    .select({ folder: jobFile.folder, content: jobFile.content })
    .from(jobFile)
    .where(and(eq(jobFile.jobId, jobId), eq(jobFile.name, name)))
    .orderBy(asc(jobFile.folder), asc(jobFile.piece))
  const contents = new Map<string, Buffer[]>()
  for (const { folder, content } of rows) contents.set(folder, [...(contents.get(folder) ?? []), content])
  return Array.from(contents.values(), (pieces) => Buffer.concat(pieces))
}

/** Nobody needs them once the job has ended. */
export async function removeJobFiles(tx: Transaction, jobId: string): Promise<void> {
  await tx.delete(jobFile).where(eq(jobFile.jobId, jobId))
}
