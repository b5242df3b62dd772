import type { ObjectReader } from './cat-file.ts'
import { treeOfCommit } from './commit-object.ts'
import { GitError } from './errors.ts'
import { entryAt, entryCounter, folderMode, hashBytes } from './tree-entries.ts'

const blankByte = 32
const lastAsciiByte = 0x7f
/** Sets capital letters small; what it does to other bytes only makes more names look alike. */
const caseBit = 0x20

/** A folder of the commit, and what is looked for in it: paths below it in lower case. */
interface Folder {
  /** Ends with `/`, or is empty for the root. */
  readonly path: string
  readonly tree: string
  readonly wanted: readonly string[]
}

/**
 * The paths of a commit, of files and folders (without `/` at the end), that are one of these paths when case does not
 * count. Only folders on the way are read. Raises `notFound` when the commit is not there, `failed` for a damaged folder.
 */
export async function findSpellings(
  reader: ObjectReader,
  commitHash: string,
  paths: Iterable<string>,
): Promise<string[]> {
  const wanted = Array.from(paths, (path) => path.toLowerCase().replace(/\/$/u, ''))
  if (wanted.length === 0) return []
  const countEntry = entryCounter()
  const search = async (folder: Folder): Promise<string[]> => {
    const parts = byFirstPart(folder.wanted)
    const found: string[] = []
    const below: Folder[] = []
    const tree = await reader.read(folder.tree)
    for (const at of placesLike(parts.keys(), tree, countEntry)) {
      const { name, mode, hash } = entryAt(tree, at)
      const part = parts.get(name.toLowerCase())
      if (part === undefined) continue
      const path = folder.path + name
      if (part.isWanted) found.push(path)
      if (mode === folderMode && part.below.length > 0)
        below.push({ path: `${path}/`, tree: hash, wanted: part.below })
    }
    return [...found, ...(await Promise.all(below.map((inner) => search(inner)))).flat()]
  }
  return await search({ path: '', tree: await treeOfCommit(reader, commitHash), wanted })
}

interface Part {
  isWanted: boolean
  readonly below: string[]
}

function byFirstPart(paths: readonly string[]): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const path of paths) {
    const slash = path.indexOf('/')
    const name = slash < 0 ? path : path.slice(0, slash)
    const part = parts.get(name) ?? { isWanted: false, below: [] }
    if (slash < 0) part.isWanted = true
    else part.below.push(path.slice(slash + 1))
    parts.set(name, part)
  }
  return parts
}

/**
 * Where the entries stand that may be named so. Nearly none is, so their bytes are summed up and no text is made of them. A
 * name that is not ASCII throughout always may be: what its letters are in lower case, only the text tells.
 */
function placesLike(names: Iterable<string>, tree: Buffer, countEntry: () => void): number[] {
  const sums = new Set<number | null>([null])
  for (const name of names) {
    const bytes = Buffer.from(name)
    sums.add(sumWithoutCase(bytes, 0, bytes.length))
  }
  const places: number[] = []
  for (let at = 0; at < tree.length;) {
    countEntry()
    const blank = tree.indexOf(blankByte, at)
    const end = tree.indexOf(0, blank + 1)
    if (blank < 0 || end < 0) throw new GitError('failed', 'A folder of the repository is damaged.')
    if (sums.has(sumWithoutCase(tree, blank + 1, end))) places.push(at)
    at = end + 1 + hashBytes
  }
  return places
}

/** The same for names that differ only in case; null for a name that is not ASCII throughout. */
function sumWithoutCase(bytes: Buffer, from: number, to: number): number | null {
  let sum = 0
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte > lastAsciiByte) return null
    sum = Math.imul(sum, 31) + (byte | caseBit)
  }
  return sum | 0
}
