import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { digestLength } from './entry-digest.ts'

/**
 * What the entries of retrieved archives became when they came last: nearly all of an org comes back with the same
 * compressed bytes, and need not be inflated, normalised and hashed again. Each
 * entry has its own digest; one digest for sixteen entries would save only 10 % of the hashing time.
 */
export interface KnownEntries {
  /** Nothing came before. */
  readonly isEmpty: boolean
  /** Whether the entry follows the one that was found last, so that its path needs no check. False proves nothing. */
  isNext(path: string): boolean
  /**
   * What became of an entry that came before with the same bytes: `same` as the blob that the repository has at the path,
   * `leftOut` when the include specs left nothing of it. Null when it has to be read.
   */
  recall(path: string, digest: string, blob: string | undefined): 'same' | 'leftOut' | null
  /** Records the blob of an entry that had to be read. */
  remember(path: string, digest: string, blob: string | null): void
  /** Writes the entries of this retrieve and drops older ones. */
  save(): Promise<void>
}

const blobLength = 40
const leftOut = '-'.repeat(blobLength)
/** Digest, blob and a blank; then follow the path and a line feed. */
const pathAt = digestLength + blobLength + 1
const lineFeed = 10

/**
 * Opens the list kept in a file. `rules` names everything that decides what an entry becomes; under other rules nothing
 * is known. A list that is gone or damaged costs time, nothing else.
 */
export async function openKnownEntries(file: string, rules: string): Promise<KnownEntries> {
  const list = new KnownList(await load(file, rules))
  return {
    isEmpty: list.before === '',
    isNext: (path) => list.isNext(path),
    recall: (path, digest, blob) => list.recall(path, digest, blob),
    remember: (path, digest, blob) => list.remember(path, digest + (blob ?? leftOut)),
    save: async () => {
      const text = list.now()
      if (text === list.before) return await markUsed(file)
      await mkdir(dirname(file), { recursive: true })
      const content = Buffer.from(text)
      // Written in place without a temporary file: the checksum reveals an incomplete list, and a killed process leaves no other file.
      await writeFile(file, [headerOf(rules, content), content])
    },
  }
}

/** Marks the list as used: the sweep deletes old lists. */
async function markUsed(file: string): Promise<void> {
  const now = new Date()
  // One that has never been written, or that somebody else has removed, is empty.
  await utimes(file, now, now).catch(() => undefined)
}

/** The lines of a file as they stand there; empty when they are not what was written under these rules. */
async function load(file: string, rules: string): Promise<string> {
  const content = await readFile(file).catch(() => null)
  const start = content === null ? 0 : content.indexOf(lineFeed) + 1
  if (content === null || start === 0) return ''
  const lines = content.subarray(start)
  return content.toString('utf8', 0, start) === headerOf(rules, lines) ? lines.toString('utf8') : ''
}

function headerOf(rules: string, lines: Uint8Array): string {
  return `${rules} ${crc32(lines)}\n`
}

/**
 * Lines of `<digest><blob> <path>`. An org comes back in the order in which it came before, nearly always with the same
 * entries: so a line is looked for behind the one found last, and lines that stay are taken over in one piece.
 */
class KnownList {
  readonly before: string
  readonly #pieces: string[] = []
  /** Where the line of an entry will stand that has to be read. */
  readonly #awaited = new Map<string, number>()
  /** The lines from `start` to `end` stay, and the next one is expected there. */
  #start = 0
  #end = 0
  #index: Map<string, number> | null = null

  constructor(before: string) {
    this.before = before
  }

  isNext(path: string): boolean {
    const at = this.#end + pathAt
    return this.#hasAt(path, at) && this.before.charCodeAt(at + path.length) === lineFeed
  }

  recall(path: string, digest: string, blob: string | undefined): 'same' | 'leftOut' | null {
    const at = this.#lineOf(path)
    const became = at >= 0 && this.#hasAt(digest, at) ? this.#became(at + digestLength, blob) : null
    if (became === null) {
      this.#endPiece(at < 0 ? this.#end : this.#lineEnd(at, path))
      this.#awaited.set(path, this.#pieces.push('') - 1)
    } else {
      if (at !== this.#end) this.#endPiece(at)
      this.#end = this.#lineEnd(at, path)
    }
    return became
  }

  remember(path: string, known: string): void {
    const place = this.#awaited.get(path)
    // A line feed in a name would begin another line.
    const line = path.includes('\n') ? '' : `${known} ${path}\n`
    if (place === undefined) this.#pieces.push(line)
    else this.#pieces[place] = line
  }

  /** What was remembered. */
  now(): string {
    this.#endPiece(this.#end)
    return this.#pieces.join('')
  }

  #became(at: number, blob: string | undefined): 'same' | 'leftOut' | null {
    if (blob !== undefined && this.#hasAt(blob, at)) return 'same'
    return this.#hasAt(leftOut, at) ? 'leftOut' : null
  }

  /** A quarter of the time of `startsWith`: the slice is a view, and two texts are compared as bytes. */
  #hasAt(text: string, at: number): boolean {
    return this.before.slice(at, at + text.length) === text
  }

  #lineEnd(at: number, path: string): number {
    return at + pathAt + path.length + 1
  }

  /** Takes over the lines that stay; the next one is expected at `next`. */
  #endPiece(next: number): void {
    if (this.#end > this.#start) this.#pieces.push(this.before.slice(this.#start, this.#end))
    this.#start = next
    this.#end = next
  }

  /** Where the line of a path begins; -1 when there is none. */
  #lineOf(path: string): number {
    if (this.isNext(path)) return this.#end
    this.#index ??= indexOf(this.before)
    return this.#index.get(path) ?? -1
  }
}

function indexOf(lines: string): Map<string, number> {
  const index = new Map<string, number>()
  for (let at = 0; at < lines.length;) {
    const end = lines.indexOf('\n', at)
    if (end < 0) break
    index.set(lines.slice(at + pathAt, end), at)
    at = end + 1
  }
  return index
}
