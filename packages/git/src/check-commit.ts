import { type ObjectReader, openObjectReader } from './cat-file.ts'
import { GitError } from './errors.ts'
import { type Repository, runGit } from './git.ts'
import { fullHash } from './object-names.ts'
import { entryAt, folderMode } from './tree-entries.ts'

/** What a commit may hold before its files are listed or read. Folders that it names several times count each time. */
export interface CommitLimits {
  /** Files and folders. */
  readonly entries: number
  /** Of one file. */
  readonly fileBytes: number
  /** Files of the root folder that may be smaller only. */
  readonly small?: { readonly names: readonly string[]; readonly bytes: number }
}

/** Deeper than any metadata; Git and we walk folders by calling ourselves. */
const maxDepth = 50
/** Of the list that one folder is: 100,000 long names. */
const maxFolderBytes = 16 * 1024 * 1024
/** Of all paths of a commit together. */
const maxPathBytes = 64 * 1024 * 1024

/** What stands in a folder and in all folders below it. */
interface Extent {
  readonly entries: number
  /** Of all paths, counted from this folder. */
  readonly pathBytes: number
  /** How many folders lie in each other. */
  readonly height: number
}

/**
 * Refuses a commit that holds more than the limits, counting while it reads: no list of its files is made, and a
 * folder that the commit names many times is read once. A tag stands for its commit; what has no files passes.
 * Raises `tooLarge` with a sentence that names the path and the limit, `notFound` when the commit is not there.
 */
export async function checkCommit(
  repository: Repository,
  commitHash: string,
  { limits, signal }: { readonly limits: CommitLimits; readonly signal?: AbortSignal },
): Promise<void> {
  const reader = openObjectReader(repository, { maxObjectBytes: maxFolderBytes, ...(signal && { signal }) })
  try {
    const tree = await treeBehind(reader, fullHash(commitHash))
    if (tree === null) return
    const walk = { reader, limits, known: new Map<string, Extent>() }
    await measure(walk, { tree, path: '', depth: 0, above: 0 })
    const large = await largeFiles(repository, tree, { bytes: limits.fileBytes, signal })
    for (const hash of large)
      refuseFile(await pathOf(reader, tree, hash), await reader.sizeOf(hash), limits.fileBytes)
    await checkSmallFiles(reader, tree, limits)
  } finally {
    await reader.close()
  }
}

async function treeBehind(reader: ObjectReader, hash: string): Promise<string | null> {
  for (let object = hash, links = 0; links < 10; links += 1) {
    const type = await reader.typeOf(object)
    if (type === 'tree') return object
    if (type === 'blob') return null
    const [, next] =
      /^(?:tree|object) ([0-9a-f]{40})\n/.exec((await reader.read(object)).toString('latin1', 0, 60)) ?? []
    if (next === undefined) throw new GitError('failed', `The object ${object} is damaged.`)
    object = next
  }
  throw new GitError('failed', `The tag ${hash} stands for another tag too often.`)
}

interface Walk {
  readonly reader: ObjectReader
  readonly limits: CommitLimits
  /** By the hash of the folder. */
  readonly known: Map<string, Extent>
}

interface Place {
  readonly tree: string
  /** Ends with `/`, or is empty for the root. */
  readonly path: string
  readonly depth: number
  /** What the folders on the way hold themselves: their lists are in memory meanwhile. */
  readonly above: number
}

/** A folder that another one names. */
interface Inner {
  readonly name: string
  readonly hash: string
}

async function measure(walk: Walk, place: Place): Promise<Extent> {
  const { path, depth } = place
  const { limits } = walk
  const own = ownEntries(await readFolder(walk.reader, place.tree, path))
  refuseEntries(path, place.above + own.entries, limits)
  let { entries, pathBytes } = own
  let height = 0
  for (const { name, hash } of own.folders) {
    const below = { tree: hash, path: `${path}${name}/`, depth: depth + 1, above: place.above + own.entries }
    const inner = await extentOf(walk, below)
    if (depth + 1 + inner.height > maxDepth)
      throw tooLarge(`${folderAt(below.path)} lies or holds more than ${maxDepth} folders deep.`)
    entries += inner.entries
    pathBytes += inner.pathBytes + inner.entries * (name.length + 1)
    height = Math.max(height, inner.height + 1)
    refuseEntries(path, entries, limits)
    if (pathBytes > maxPathBytes)
      throw tooLarge(`${folderAt(path)} holds paths of more than ${megabytes(maxPathBytes)}.`)
  }
  return { entries, pathBytes, height }
}

function ownEntries(content: Buffer) {
  const folders: Inner[] = []
  let entries = 0
  for (let at = 0; at < content.length;) {
    const { name, mode, hash, next } = entryAt(content, at)
    entries += 1
    if (mode === folderMode) folders.push({ name, hash })
    at = next
  }
  return { folders, entries, pathBytes: content.length }
}

function refuseEntries(path: string, entries: number, limits: CommitLimits): void {
  if (entries > limits.entries)
    throw tooLarge(`${folderAt(path)} holds more than ${counted(limits.entries)} files and folders.`)
}

async function extentOf(walk: Walk, place: Place): Promise<Extent> {
  const known = walk.known.get(place.tree)
  if (known !== undefined) return known
  if (place.depth > maxDepth) throw tooLarge(`${folderAt(place.path)} lies in more than ${maxDepth} folders.`)
  const extent = await measure(walk, place)
  walk.known.set(place.tree, extent)
  return extent
}

async function readFolder(reader: ObjectReader, tree: string, path: string): Promise<Buffer> {
  try {
    return await reader.read(tree)
  } catch (error) {
    if (!(error instanceof GitError) || error.code !== 'tooLarge') throw error
    throw tooLarge(`${folderAt(path)} has a list of more than ${megabytes(maxFolderBytes)}.`)
  }
}

/** The files of a tree that are larger, by their hashes. Git looks at each folder once (git-rev-list(1)). */
async function largeFiles(
  repository: Repository,
  tree: string,
  { bytes, signal }: { readonly bytes: number; readonly signal: AbortSignal | undefined },
): Promise<string[]> {
  const filter = `--filter=blob:limit=${bytes + 1}`
  const { stdout } = await runGit({
    repository,
    args: ['rev-list', '--objects', '--no-object-names', filter, '--filter-print-omitted', tree],
    signal,
  })
  const omitted: string[] = []
  for (let at = stdout.indexOf('~'); at >= 0; at = stdout.indexOf('~', at + 1))
    omitted.push(stdout.toString('latin1', at + 1, at + 41))
  return omitted
}

/** The first path of a blob in a tree whose extent is known to be within the limits. */
async function pathOf(reader: ObjectReader, root: string, blob: string): Promise<string> {
  const seen = new Set<string>()
  const search = async (tree: string, path: string): Promise<string | null> => {
    if (seen.has(tree)) return null
    seen.add(tree)
    const content = await reader.read(tree)
    for (let at = 0; at < content.length;) {
      const { name, mode, hash, next } = entryAt(content, at)
      if (hash === blob) return path + name
      const found = mode === folderMode ? await search(hash, `${path}${name}/`) : null
      if (found !== null) return found
      at = next
    }
    return null
  }
  return (await search(root, '')) ?? blob
}

async function checkSmallFiles(reader: ObjectReader, tree: string, { small }: CommitLimits): Promise<void> {
  if (small === undefined) return
  const content = await reader.read(tree)
  for (let at = 0; at < content.length;) {
    const { name, mode, hash, next } = entryAt(content, at)
    if (small.names.includes(name) && mode.startsWith('100')) {
      const size = await reader.sizeOf(hash)
      if (size > small.bytes) refuseFile(name, size, small.bytes)
    }
    at = next
  }
}

function refuseFile(path: string, size: number, most: number): never {
  throw tooLarge(`The file ${quoted(path)} has ${sizeText(size)}; it may have at most ${sizeText(most)}.`)
}

const tooLarge = (sentence: string) => new GitError('tooLarge', sentence)
const quoted = (path: string) => JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path)
const folderAt = (path: string) =>
  path === '' ? 'The root folder' : `The folder ${quoted(path.slice(0, -1))}`
const counted = (count: number) => count.toLocaleString('en-US')
const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`
const sizeText = (bytes: number) =>
  bytes < 10 * 1024
    ? `${counted(bytes)} bytes`
    : bytes < 1024 * 1024
      ? `${Math.ceil(bytes / 1024)} KB`
      : `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`
