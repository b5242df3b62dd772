import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeBareFolder } from '@sluice/git/bare-folder'
import type { Repository } from '@sluice/git/git'

/**
 * The bare repository in which this machine keeps what it has fetched of a stack's repository. Jobs and looks borrow its objects, and
 * fetches add to them; any number may do so at once, because Git adds whole packs and nothing removes an object.
 */
export interface StackMirror {
  readonly repository: Repository
  /** Differs after it was made anew. */
  readonly id: string
}

const idFile = 'mirror-id'

/** The mirror in a folder; made where there is none, or where somebody has deleted it. */
export async function openStackMirror(gitDir: string): Promise<StackMirror> {
  const known = await readId(gitDir)
  if (known !== null) return { repository: { gitDir }, id: known }
  const id = randomUUID()
  const beginning = `${gitDir}.${id}`
  await mkdir(dirname(gitDir), { recursive: true })
  await writeBareFolder(beginning)
  await writeFile(join(beginning, idFile), id)
  // What is there without an id is nothing that this made.
  await rm(gitDir, { recursive: true, force: true })
  try {
    await rename(beginning, gitDir)
    return { repository: { gitDir }, id }
  } catch (error) {
    await rm(beginning, { recursive: true, force: true })
    const ofAnother = await readId(gitDir)
    if (ofAnother === null) throw error
    return { repository: { gitDir }, id: ofAnother }
  }
}

/** Whether the mirror is still the one that was opened. */
export const isStill = async ({ repository, id }: StackMirror): Promise<boolean> =>
  (await readId(repository.gitDir)) === id

/** Makes a damaged mirror anew, empty; one that another job has made anew meanwhile stays. */
export async function replaceStackMirror(damaged: StackMirror): Promise<StackMirror> {
  const { gitDir } = damaged.repository
  if (await isStill(damaged)) {
    const aside = `${gitDir}.${randomUUID()}`
    await rename(gitDir, aside)
    await rm(aside, { recursive: true, force: true })
  }
  return await openStackMirror(gitDir)
}

const readId = async (gitDir: string): Promise<string | null> =>
  await readFile(join(gitDir, idFile), 'utf8').catch(() => null)
