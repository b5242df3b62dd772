import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { threads } from '../../session/threads.ts'
import { readBatchesTask } from './batch-conversation.ts'
import type { EntriesToRead } from './entries-to-read.ts'
import type { BatchFiles, ReadingRules } from './entry-batch.ts'
import type { BatchReader } from './read-files.ts'

export interface Reading {
  readonly rules: ReadingRules
  readonly reader: BatchReader
  readonly signal: AbortSignal
  /** Takes what was read; `files` null when the entries have to be read one by one. */
  readonly take: (read: EntriesToRead, files: BatchFiles | null) => Promise<void>
}

/**
 * Reads batches in this thread and, where there is more than one and a core for it, in another: a free thread takes
 * the next batch. Only plain data is sent, and `take` is called in this thread, one call at a time, so a failure of the
 * other thread leaves nothing behind.
 */
export async function readInTwoThreads(
  batches: AsyncGenerator<EntriesToRead, void, undefined>,
  reading: Reading,
): Promise<void> {
  const stop = new AbortController()
  const shared = {
    ...reading,
    signal: AbortSignal.any([reading.signal, stop.signal]),
    take: oneAtATime(reading.take),
    next: async () => (await batches.next()).value ?? null,
  }
  const first = await shared.next()
  const second = availableParallelism() > 1 ? await shared.next() : null
  const lanes = [readHere(first, shared), ...(second === null ? [] : [readThere(second, shared)])]
  const ends = await Promise.allSettled(
    lanes.map((lane) =>
      lane.catch((error: unknown) => {
        stop.abort(error)
        throw error
      }),
    ),
  )
  // The first failure aborted the other reader.
  stop.signal.throwIfAborted()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

interface Shared extends Reading {
  readonly next: () => Promise<EntriesToRead | null>
}

async function readHere(first: EntriesToRead | null, { reader, signal, take, next }: Shared): Promise<void> {
  for (let read = first; read !== null; read = await next()) {
    // Messages of the other thread arrive between two batches.
    await setImmediate()
    signal.throwIfAborted()
    await take(read, read.batch === null ? null : reader.filesOf(read.batch))
  }
}

async function readThere(first: EntriesToRead, { rules, signal, take, next }: Shared): Promise<void> {
  const sent: EntriesToRead[] = []
  let coming: EntriesToRead | null = first
  let taken = Promise.resolve()
  await threads.run(readBatchesTask, rules, {
    signal,
    told: ({ number, files }) => {
      const read = sent[number]
      if (read !== undefined) taken = taken.then(() => take(read, files))
      taken.catch(() => undefined)
    },
    asked: async () => {
      await taken
      for (let read = coming ?? (await next()); read !== null; read = await next()) {
        coming = null
        if (read.batch !== null) return { number: sent.push(read) - 1, batch: read.batch }
        await take(read, null)
      }
      return null
    },
  })
  await taken
}

function oneAtATime(take: Reading['take']): Reading['take'] {
  let last = Promise.resolve()
  return (read, files) => (last = last.then(() => take(read, files)))
}
