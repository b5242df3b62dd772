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

/** A commit that changed a file, without its message. */
export interface FileChange {
  readonly hash: string
  readonly authorName: string
  readonly committed: Date
}

/**
 * Which commits reachable from `to` but not from `from` changed each file, newest first: of the newest `limit` commits, merges left
 * out. Files whose names git would quote are left out too.
 */
export async function listFileChanges(
  repository: Repository,
  options: { from: string; to: string; limit: number; signal?: AbortSignal },
): Promise<Map<string, FileChange[]>> {
  const { stdout } = await runGit({
    repository,
    args: [
      '-c',
      'core.quotePath=false',
      'log',
      `--max-count=${Math.max(0, Math.trunc(options.limit))}`,
      '--no-merges',
      '--topo-order',
      '--no-decorate',
      '--no-color',
      '--no-renames',
      '--name-only',
      '--format=tformat:%x01%H%x02%ct%x02%an',
      '--end-of-options',
      safeRevision(options.to),
      `^${safeRevision(options.from)}`,
      '--',
    ],
    signal: options.signal,
  })
  const changes = new Map<string, FileChange[]>()
  let commit: FileChange | null = null
  for (const line of stdout.toString('utf8').split('\n')) {
    if (line.startsWith('\u0001')) {
      const [hash = '', time = '', authorName = ''] = line.slice(1).split('\u0002')
      commit = { hash, authorName, committed: new Date(Number(time) * 1000) }
    } else if (commit !== null && line !== '' && !line.startsWith('"')) {
      const known = changes.get(line)
      if (known === undefined) changes.set(line, [commit])
      else known.push(commit)
    }
  }
  return changes
}
