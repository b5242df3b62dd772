import type { Writable } from 'node:stream'
import { ByteQueue } from './byte-queue.ts'
import { GitError } from './errors.ts'
import { startGit } from './git.ts'
import type { GitProcess, Repository } from './git.ts'
import { fullHash, safeRevision } from './object-names.ts'

/** Reads objects through one long-lived process. Reads may overlap; they are answered in the order asked. */
export interface ObjectReader {
  /**
   * The bytes of an object; who asks while somebody waits for the same one gets the same bytes. Raises `notFound`, or
   * `tooLarge` when it is larger than the limit.
   */
  read(hash: string): Promise<Buffer>
  /** What an object is: `blob`, `tree`, `commit` or `tag`. Raises `notFound`. */
  typeOf(hash: string): Promise<string>
  /** The size of an object in bytes, whatever the limit is. Raises `notFound`. */
  sizeOf(hash: string): Promise<number>
  /** The full hash of the object that a revision stands for (see `safeRevision`); null when there is none. */
  resolve(revision: string): Promise<string | null>
  /**
   * The bytes of many objects in the order asked, of which only the one handed over last is in memory: Git waits
   * meanwhile, and so does every other read. Raises as `read` does.
   */
  readEach(hashes: readonly string[]): AsyncGenerator<Buffer, void, undefined>
  /** Ends the process; reads under way are answered first. */
  close(): Promise<void>
}

interface Described {
  readonly hash: string
  readonly type: string
  readonly size: number
}

/** A repository that its user reads by one process, which then also answers single questions. */
export interface OpenedRepository extends Repository {
  readonly reader?: ObjectReader
}

interface Waiter {
  /** A full hash, or a revision where only its name is asked for. */
  readonly revision: string
  /** Absent where only type and size are asked for: then no content comes. */
  readonly resolve?: (content: Buffer) => void
  readonly described?: (object: Described) => void
  reject(error: unknown): void
  /** The next answer is read when this is settled. */
  readonly done?: Promise<void>
}

const oneDayMs = 86_400_000

/**
 * Opens a reader (git-cat-file(1) `--batch-command`); close it, or abort the signal. `maxObjectBytes` defaults to
 * 64 MB.
 */
export function openObjectReader(
  repository: Repository,
  options: { signal?: AbortSignal; maxObjectBytes?: number } = {},
): ObjectReader {
  const git = startGit({
    repository,
    // Without `--buffer` Git and we would wake each other for every object.
    args: ['cat-file', '--batch-command', '--buffer'],
    signal: options.signal,
    timeoutMs: oneDayMs,
  })
  const waiting: Waiter[] = []
  const requests = openRequests(git.stdin)
  let failure: unknown = null
  const fail = (error: unknown) => {
    failure ??= error
    for (const waiter of waiting.splice(0)) waiter.reject(failure)
  }
  // How the process ended explains a cut stream; an error of our own explains why the process was ended.
  const ended = git.ended.then(
    () => new GitError('failed', 'The object reader is closed.'),
    (error: unknown) => error,
  )
  const served = answerAll(git, { waiting, max: options.maxObjectBytes ?? 64 * 1024 * 1024 }).then(
    async () => fail(await ended),
    async (error: unknown) => {
      const end = await ended
      fail(error instanceof GitError ? error : end)
    },
  )
  const ask = (waiter: Waiter) => {
    if (failure !== null) throw failure
    waiting.push(waiter)
    requests.ask(`${waiter.resolve === undefined ? 'info' : 'contents'} ${waiter.revision}\n`)
  }
  const read = (hash: string, done?: Promise<void>) =>
    new Promise<Buffer>((resolve, reject) =>
      ask({ revision: fullHash(hash), resolve, reject, ...(done && { done }) }),
    )
  const describe = (revision: string) =>
    new Promise<Described>((described, reject) => ask({ revision, described, reject }))
  return {
    read: sharing(read),
    typeOf: async (hash) => (await describe(fullHash(hash))).type,
    sizeOf: async (hash) => (await describe(fullHash(hash))).size,
    resolve: async (revision) => {
      try {
        return (await describe(safeRevision(revision))).hash
      } catch (error) {
        if (error instanceof GitError && error.code === 'notFound') return null
        throw error
      }
    },
    readEach: (hashes) => oneByOne(hashes, read),
    close: async () => {
      requests.end()
      await served
    },
  }
}

/** Searches that walk the same folders side by side read each once. */
function sharing(read: (hash: string) => Promise<Buffer>): (hash: string) => Promise<Buffer> {
  const underWay = new Map<string, Promise<Buffer>>()
  return (hash) => {
    const known = underWay.get(hash)
    if (known !== undefined) return known
    const content = read(hash).finally(() => underWay.delete(hash))
    underWay.set(hash, content)
    return content
  }
}

function openTurn(): { readonly ended: Promise<void>; readonly end: () => void } {
  const turn: { end?: () => void } = {}
  const ended = new Promise<void>((resolve) => {
    turn.end = resolve
  })
  return { ended, end: () => turn.end?.() }
}

interface Turn {
  readonly content: Promise<Buffer>
  end(): void
}

type ReadUntil = (hash: string, done: Promise<void>) => Promise<Buffer>

/** The turn that comes first stands last: taken from there it is let go, and its content with it. */
function askAll(hashes: readonly string[], read: ReadUntil): Turn[] {
  const turns = hashes.map((hash) => {
    const turn = openTurn()
    const content = read(hash, turn.ended)
    // Whoever stops before this one does not hear that it failed.
    content.catch(() => undefined)
    return { content, end: turn.end }
  })
  return turns.toReversed()
}

async function* oneByOne(
  hashes: readonly string[],
  read: ReadUntil,
): AsyncGenerator<Buffer, void, undefined> {
  const turns = askAll(hashes, read)
  try {
    for (let turn = turns.pop(); turn !== undefined; turn = turns.pop()) {
      try {
        yield await turn.content
      } finally {
        turn.end()
      }
    }
  } finally {
    for (const turn of turns) turn.end()
  }
}

/** Hands over together what is asked before anything else happens: hundreds of reads at once are one write. */
function openRequests(stdin: Writable): { ask(line: string): void; end(): void } {
  let lines: string[] = []
  const send = () => {
    if (lines.length > 0) stdin.write(`${lines.join('')}flush\n`)
    lines = []
  }
  return {
    ask: (line) => {
      if (lines.length === 0) process.nextTick(send)
      lines.push(line)
    },
    end: () => {
      send()
      stdin.end()
    },
  }
}

async function answerAll(git: GitProcess, options: { waiting: Waiter[]; max: number }): Promise<void> {
  const bytes = new ByteQueue(git.stdout)
  for (let header = await bytes.line(200); header !== null; header = await bytes.line(200)) {
    const waiter = options.waiting[0]
    const [name = '', type = '', size] = header.split(' ')
    const isAnswer = name === waiter?.revision || (size !== undefined && waiter?.resolve === undefined)
    if (waiter === undefined || !isAnswer) {
      git.kill()
      throw new GitError('failed', 'Git answered out of order.')
    }
    if (size === undefined) {
      options.waiting.shift()
      waiter.reject(new GitError('notFound', `The object ${waiter.revision} is not in the repository.`))
      continue
    }
    if (waiter.resolve === undefined) {
      options.waiting.shift()
      waiter.described?.({ hash: name, type, size: Number(size) })
      continue
    }
    const length = Number(size)
    if (length > options.max) {
      git.kill()
      throw new GitError('tooLarge', `The object ${waiter.revision} is larger than ${options.max} bytes.`)
    }
    const block = await bytes.take(length + 1)
    if (block === null) return
    options.waiting.shift()
    waiter.resolve(block.subarray(0, length))
    await waiter.done
  }
}
