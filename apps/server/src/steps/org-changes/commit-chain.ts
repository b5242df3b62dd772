import type { ObjectReader } from '@sluice/git/cat-file'
import { type CommitPlan, writeCommits } from '@sluice/git/write-commits'
import type { Repository } from '@sluice/git/git'
import type { AttributedChange } from './attribution.ts'
import { type AuthorGroup, type Identity } from '../branch/author-groups.ts'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'

export interface ChainRequest {
  readonly repository: Repository
  readonly reader: ObjectReader
  readonly directory: MetadataDirectory
  /** The commit that the chain stands on. */
  readonly base: string
  readonly groups: readonly AuthorGroup<AttributedChange>[]
  /** The message of the commit with these changes. */
  readonly messageOf: (changes: readonly AttributedChange[]) => string
  readonly committer: { readonly name: string; readonly email: string }
  /** No commit is dated by the committer before this moment, and none before its author's. */
  readonly notBefore: Date
  /** Set when components came or went: what the generated manifest must say at the end. */
  readonly manifest: Uint8Array | null
  readonly signal: AbortSignal
}

export interface ChainCommit {
  readonly hash: string
  readonly author: Identity
  readonly changes: readonly AttributedChange[]
}

/** Writes one commit per author on top of the base. The same input gives the same hashes, so a repeat is harmless. */
export async function writeChain(request: ChainRequest): Promise<ChainCommit[]> {
  const { groups, reader, signal } = request
  const plans = groups.map((group, index): CommitPlan => ({
    parents: [index === 0 ? request.base : { plan: index - 1 }],
    author: group.author,
    committer: { ...request.committer, date: later(group.author.date, request.notBefore) },
    message: request.messageOf(group.changes),
    changes: [
      ...group.changes.map((change) => treeChange(request.directory, change)),
      ...(index === groups.length - 1 ? manifestChange(request) : []),
    ],
  }))
  const hashes = await writeCommits(request.repository, plans, { reader, signal })
  return groups.map((group, index) => ({
    hash: hashes[index] ?? '',
    author: group.author,
    changes: group.changes,
  }))
}

function treeChange(directory: MetadataDirectory, change: AttributedChange) {
  const path = directory.inRepository(change.path)
  const { after } = change
  if (after === null) return { path, deleted: true } as const
  return after.isStored || after.content === null
    ? { path, hash: after.hash }
    : { path, content: after.content }
}

function manifestChange(request: ChainRequest) {
  const { manifest: content, directory } = request
  return content === null || directory.manifest === null ? [] : [{ path: directory.manifest, content }]
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}
