import { deflateRawSync } from 'node:zlib'
import { type ObjectReader, openObjectReader } from './cat-file.ts'
import { treeOfCommit } from './commit-object.ts'
import { type Folder, type NewTree, editFolder, folderOf } from './edit-tree.ts'
import { GitError } from './errors.ts'
import type { Repository } from './git.ts'
import { type Identity, cleanMessage, identityLine } from './identity.ts'
import { emptyTreeHash, fullHash } from './object-names.ts'
import { type ObjectType, objectHash } from './object-hash.ts'
import { packEntry } from './pack-entry.ts'
import { FolderEdit } from './tree-edits.ts'
import { latin1Of } from './tree-entries.ts'
import { type FileMode, safeTreePath } from './tree-path.ts'
import { openTreeWriter } from './write-trees.ts'
import { type ObjectWriter, openObjectWriter } from './write-objects.ts'

/** One path of a commit: new content, an object that is stored already, or its removal (a file or a folder). */
export type TreeChange =
  | { readonly path: string; readonly content: Uint8Array; readonly mode?: FileMode }
  | { readonly path: string; readonly hash: string; readonly mode?: FileMode }
  | { readonly path: string; readonly deleted: true }

/**
 * A commit to write. `plan` names a parent by its place in the same list; the first parent is a commit that is stored or
 * the plan right before. Changes may arrive while being made; of two at one path the later one counts.
 */
export interface CommitPlan {
  readonly parents: readonly (string | { readonly plan: number })[]
  readonly author: Identity
  readonly committer: Identity
  readonly message: string
  readonly changes: Iterable<TreeChange> | AsyncIterable<TreeChange>
  /** Starts from an empty tree instead of the first parent's. */
  readonly replaceTree?: boolean
}

interface Writing {
  readonly reader: ObjectReader
  readonly objects: ObjectWriter
  readonly writeTrees: (trees: readonly NewTree[]) => Promise<void>
  readonly signal: AbortSignal | undefined
}

/**
 * Writes commits, their trees and what their changes bring into a pack, and returns their full hashes, in order. No ref
 * changes, and the pack appears whole at the end: a kill at any moment leaves nothing that is read. The same plans give
 * the same hashes. Raises `notFound` for a parent or blob that is not stored, and passes on an error raised by `changes`.
 * `reader` is one of the same repository, where one is open already.
 */
export async function writeCommits(
  repository: Repository,
  plans: readonly CommitPlan[],
  options: { signal?: AbortSignal; reader?: ObjectReader } = {},
): Promise<string[]> {
  const { signal } = options
  if (plans.length === 0) return []
  const reader = options.reader ?? openObjectReader(repository, signal ? { signal } : {})
  const objects = openObjectWriter(repository)
  try {
    const hashes = await writeAll(plans, { reader, objects, signal, writeTrees: openTreeWriter(objects) })
    await objects.close()
    return hashes
  } catch (error) {
    await objects.discard()
    throw error
  } finally {
    if (options.reader === undefined) await reader.close()
  }
}

async function writeAll(plans: readonly CommitPlan[], writing: Writing): Promise<string[]> {
  const hashes: string[] = []
  const { reader } = writing
  let root = folderOf(null)
  for (const plan of plans) {
    const parents = plan.parents.map((parent) => parentHash(parent, hashes))
    root = await rootBefore(plan, { root, hashes, reader })
    const trees = { read: (hash: string) => reader.read(hash), made: [] }
    await editFolder(root, await editOf(plan, writing), trees)
    await writing.writeTrees(trees.made)
    hashes.push(await writeCommit(plan, { parents, tree: root.hash }, writing.objects))
  }
  return hashes
}

function parentHash(parent: CommitPlan['parents'][number], hashes: readonly string[]): string {
  if (typeof parent === 'string') return fullHash(parent)
  const hash = hashes[parent.plan]
  if (hash === undefined)
    throw new GitError('failed', 'A commit can only follow a commit that stands before it in the list.')
  return hash
}

/** What the plans before one have written. */
interface WrittenBefore {
  readonly root: Folder
  readonly hashes: readonly string[]
  readonly reader: ObjectReader
}

/** Every stored parent is looked at, so that none is named that is not there. */
async function rootBefore(plan: CommitPlan, { root, hashes, reader }: WrittenBefore): Promise<Folder> {
  const stored = plan.parents.filter((parent) => typeof parent === 'string')
  const trees = await Promise.all(stored.map((parent) => treeOfCommit(reader, parent)))
  const [first] = plan.parents
  if (first === undefined || plan.replaceTree === true) return folderOf(null)
  if (typeof first === 'string') return folderOf(trees[0] ?? null)
  if (first.plan === hashes.length - 1) return root
  throw new GitError('failed', 'A commit can only stand on the one right before it in the list.')
}

/** Blobs whose presence is asked for at once. */
const askedAtOnce = 1_000

async function editOf(plan: CommitPlan, { reader, objects, signal }: Writing): Promise<FolderEdit> {
  const edit = new FolderEdit(false)
  let unsure: string[] = []
  const makeSure = async () => {
    if (signal?.aborted === true) throw new GitError('aborted', 'The Git operation was cancelled.')
    await Promise.all(unsure.map((hash) => requireBlob(reader, hash)))
    unsure = []
  }
  for await (const change of plan.changes) {
    const path = latin1Of(safeTreePath(change.path))
    if ('deleted' in change) {
      edit.remove(path)
      continue
    }
    const hash =
      'hash' in change ? fullHash(change.hash) : await add(objects, { type: 'blob', content: change.content })
    if ('hash' in change && unsure.push(hash) === askedAtOnce) await makeSure()
    edit.set(path, { mode: change.mode ?? '100644', hash })
  }
  await makeSure()
  return edit
}

async function requireBlob(reader: ObjectReader, hash: string): Promise<void> {
  const type = await reader.typeOf(hash)
  if (type !== 'blob') throw new GitError('failed', `The object ${hash} is a ${type}, not a file.`)
}

async function writeCommit(
  plan: CommitPlan,
  { parents, tree }: { readonly parents: readonly string[]; readonly tree: string | null },
  objects: ObjectWriter,
): Promise<string> {
  if (tree === null) await add(objects, { type: 'tree', content: new Uint8Array() })
  const lines = [
    `tree ${tree ?? emptyTreeHash}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${identityLine(plan.author)}`,
    `committer ${identityLine(plan.committer)}`,
    '',
    cleanMessage(plan.message),
  ]
  return await add(objects, { type: 'commit', content: Buffer.from(lines.join('\n')) })
}

async function add(
  objects: ObjectWriter,
  { type, content }: { readonly type: ObjectType; readonly content: Uint8Array },
): Promise<string> {
  const hash = objectHash(type, content)
  await objects.add({ hash, entry: packEntry(type, { content, deflated: deflated(content) }) })
  return hash
}

/** Level 1 takes 60 % of the usual level's processor time for about 15 % more bytes. */
function deflated(content: Uint8Array): Buffer {
  return deflateRawSync(content, { level: 1 })
}
