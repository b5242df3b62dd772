import { type ObjectReader, openObjectReader } from './cat-file.ts'
import { GitError } from './errors.ts'
import type { Repository } from './git.ts'

/**
 * A reader for whoever works with a repository now and then: its process starts with the first question and ends after `idleMs` without
 * one, so that nobody has to close it. Where the process was lost meanwhile, the question is asked once more of a new one.
 */
export function openLazyReader(
  repository: Repository,
  { idleMs = 1_000 }: { idleMs?: number } = {},
): ObjectReader {
  let current: ObjectReader | null = null
  let asking = 0
  let timer: NodeJS.Timeout | undefined
  const close = async () => {
    clearTimeout(timer)
    const closing = current
    current = null
    await closing?.close()
  }
  const begin = (): ObjectReader => {
    clearTimeout(timer)
    asking += 1
    return (current ??= openObjectReader(repository))
  }
  const end = () => {
    asking -= 1
    if (asking === 0) timer = setTimeout(() => void close(), idleMs).unref()
  }
  const ask = async <T>(question: (reader: ObjectReader) => Promise<T>): Promise<T> => {
    const wasOpen = current !== null
    const reader = begin()
    try {
      return await question(reader)
    } catch (error) {
      if (!isLoss(error)) throw error
      if (current === reader) await close()
      if (!wasOpen || error.code === 'tooLarge') throw error
      return await question((current ??= openObjectReader(repository)))
    } finally {
      end()
    }
  }
  return {
    read: (hash) => ask((reader) => reader.read(hash)),
    typeOf: (hash) => ask((reader) => reader.typeOf(hash)),
    sizeOf: (hash) => ask((reader) => reader.sizeOf(hash)),
    resolve: (revision) => ask((reader) => reader.resolve(revision)),
    async *readEach(hashes) {
      const reader = begin()
      try {
        yield* reader.readEach(hashes)
      } finally {
        end()
      }
    },
    close,
  }
}

/** A reader that has failed answers nothing any more; one whose object is missing does. */
const isLoss = (error: unknown): error is GitError =>
  error instanceof GitError && error.code !== 'notFound' && error.code !== 'invalidRef'
