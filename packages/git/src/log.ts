import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import type { Identity } from './identity.ts'
import { safeRevision } from './object-names.ts'

/** A commit as history shows it. `message` ends without a line feed. */
export interface Commit {
  readonly hash: string
  readonly treeHash: string
  readonly parents: readonly string[]
  readonly author: Identity
  readonly committer: Identity
  readonly message: string
}

const fieldNames = ['%H', '%T', '%P', '%an', '%ae', '%at', '%cn', '%ce', '%ct', '%B'] as const

/** Lists commits reachable from `to` but not from `from`, newest first, at most `limit`, without the first `skip`. */
export async function listCommits(
  repository: Repository,
  options: { from?: string; to: string; limit: number; skip?: number; signal?: AbortSignal },
): Promise<Commit[]> {
  const range = [
    safeRevision(options.to),
    ...(options.from === undefined ? [] : [`^${safeRevision(options.from)}`]),
  ]
  const count = `--max-count=${Math.max(0, Math.trunc(options.limit))}`
  const skip = `--skip=${Math.max(0, Math.trunc(options.skip ?? 0))}`
  const { stdout } = await runGit({
    repository,
    args: [
      'log',
      '-z',
      count,
      skip,
      '--topo-order',
      '--no-decorate',
      '--no-color',
      `--format=tformat:${fieldNames.join('%x00')}`,
      '--end-of-options',
      ...range,
      '--',
    ],
    signal: options.signal,
  })
  const fields = stdout.toString('utf8').split('\0')
  const commits: Commit[] = []
  for (let start = 0; start + fieldNames.length <= fields.length; start += fieldNames.length) {
    commits.push(commitOf(fields.slice(start, start + fieldNames.length)))
  }
  return commits
}

function commitOf(fields: readonly string[]): Commit {
  const [hash = '', treeHash = '', parents = '', authorName = '', authorEmail = '', authorTime = ''] = fields
  const [committerName = '', committerEmail = '', committerTime = '', message = ''] = fields.slice(6)
  return {
    hash,
    treeHash,
    parents: parents === '' ? [] : parents.split(' '),
    author: { name: authorName, email: authorEmail, date: new Date(Number(authorTime) * 1000) },
    committer: { name: committerName, email: committerEmail, date: new Date(Number(committerTime) * 1000) },
    message: message.trimEnd(),
  }
}
