import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Connection } from '@sluice/salesforce/connection'
import { checkRetrieve, downloadRetrieve, startRetrieve } from '@sluice/salesforce/metadata/retrieve'
import { isTransientWhilePolling } from '@sluice/salesforce/polling'
import { type Facts, codeOf } from './report.ts'

/** One more than the product starts at a time. */
const retrievesAtOnce = 17
const pollMs = 1_000
const longestRetrieveMs = 20 * 60_000
const oneObject = new Map([['CustomObject', ['Account']]])

/** What the org answers to many retrieves at once. */
export async function retrieveTogether(connection: Connection): Promise<Facts> {
  const retrieves = Array.from({ length: retrievesAtOnce }, () => retrieve(connection, oneObject))
  return { retrieves: await Promise.all(retrieves.map(async (ended) => factsOf(await ended))) }
}

/** How long all profiles take, and how large their archive is. */
export async function retrieveProfiles(connection: Connection): Promise<Facts> {
  const ended = await retrieve(connection, new Map([['Profile', ['*']]]))
  return await inFolder(async (folder) => ({
    ...factsOf(ended),
    archive: await download(connection, ended.id, join(folder, 'profiles.zip')),
  }))
}

/** Whether an archive can be asked for again after a download that broke, and after a complete one. */
export async function downloadAgain(connection: Connection): Promise<Facts> {
  const { id } = await retrieve(connection, oneObject)
  return await inFolder(async (folder) => ({
    broken: await download(connection, id, join(folder, 'broken.zip'), 1),
    afterBroken: await download(connection, id, join(folder, 'first.zip')),
    afterComplete: await download(connection, id, join(folder, 'second.zip')),
  }))
}

/** Whether two retrieves of the same components, one after the other, give the same bytes. */
export async function retrieveTwice(connection: Connection): Promise<Facts> {
  return await inFolder(async (folder) => {
    const archives = []
    for (const name of ['one.zip', 'two.zip']) {
      const { id } = await retrieve(connection, oneObject)
      const { sizeBytes } = await downloadRetrieve(connection, id, { toFile: join(folder, name) })
      archives.push({ sizeBytes, hash: await hashOf(join(folder, name)) })
    }
    const [one, two] = archives
    return {
      sizesInBytes: archives.map(({ sizeBytes }) => ({ sizeBytes })),
      sameSize: one?.sizeBytes === two?.sizeBytes,
      sameBytes: one?.hash === two?.hash,
    }
  })
}

/** How a retrieve ended. */
export interface Ended {
  readonly id: string
  readonly milliseconds: number
  readonly outcome: Facts
}

export const factsOf = ({ outcome, milliseconds }: Ended): Facts => ({ ...outcome, milliseconds })

/** A retrieve until its end; a failure is an answer. */
export async function retrieve(connection: Connection, members: Map<string, string[]>): Promise<Ended> {
  const begun = performance.now()
  const since = () => Math.round(performance.now() - begun)
  let id = ''
  try {
    id = await startRetrieve(connection, { members })
    while (since() < longestRetrieveMs) {
      const { done, status, errorStatusCode } = await poll(connection, id)
      if (done) return { id, milliseconds: since(), outcome: { status, errorStatusCode } }
      await setTimeout(pollMs)
    }
    return { id, milliseconds: since(), outcome: { status: 'notDone' } }
  } catch (error) {
    return { id, milliseconds: since(), outcome: codeOf(error) }
  }
}

async function poll(connection: Connection, id: string) {
  try {
    return await checkRetrieve(connection, id)
  } catch (error) {
    if (!isTransientWhilePolling(error)) throw error
    return { done: false, status: 'InProgress', errorStatusCode: null }
  }
}

/** A download of at most so many bytes; the rest is cut. */
async function download(
  connection: Connection,
  id: string,
  ...[toFile, maxArchiveBytes]: [toFile: string, maxArchiveBytes?: number]
): Promise<Facts> {
  const begun = performance.now()
  try {
    const { sizeBytes, messages } = await downloadRetrieve(connection, id, {
      toFile,
      ...(maxArchiveBytes === undefined ? {} : { maxArchiveBytes }),
    })
    const milliseconds = Math.round(performance.now() - begun)
    return { sizeBytes, messages: messages.length, milliseconds }
  } catch (error) {
    return codeOf(error)
  }
}

/** Runs the body with a folder that goes afterwards. */
export async function inFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-first-contact-'))
  try {
    return await body(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece)
  return hash.digest('hex')
}
