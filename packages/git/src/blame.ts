import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { fullHash } from './object-names.ts'
import { safeTreePath } from './tree-path.ts'

/** A commit that wrote lines of a file. */
export interface BlamedCommit {
  readonly hash: string
  readonly authorName: string
  readonly authorEmail: string
  readonly date: Date
  readonly subject: string
}

/** Lines that one commit wrote, counted from 1. */
export interface BlamedLines {
  readonly firstLine: number
  readonly lineCount: number
  readonly commit: BlamedCommit
}

/**
 * Which commit wrote which lines of a file, in the order of the lines (git-blame(1)). White space that changed inside a
 * line does not count. Renames are not followed. Raises `notFound` when the commit has no such file.
 */
export async function blameFile(
  repository: Repository,
  options: { commitHash: string; path: string; signal?: AbortSignal },
): Promise<BlamedLines[]> {
  const { stdout } = await runGit({
    repository,
    // git-blame(1) knows no `--end-of-options`; a full hash is no option, and the path stands behind `--`.
    args: ['blame', '--incremental', '-w', fullHash(options.commitHash), '--', safeTreePath(options.path)],
    signal: options.signal,
  })
  return readBlame(stdout.toString('utf8'))
}

/** An entry is `<hash> <line before> <line now> <count>`, what is new about its commit, and last `filename <path>`. */
function readBlame(text: string): BlamedLines[] {
  const commits = new Map<string, BlamedCommit>()
  const lines: BlamedLines[] = []
  let entry: readonly string[] = []
  let facts = new Map<string, string>()
  for (const line of text.split('\n')) {
    const blank = line.indexOf(' ')
    const name = blank < 0 ? line : line.slice(0, blank)
    if (/^[0-9a-f]{40}$/.test(name)) {
      entry = line.split(' ')
      facts = new Map()
      continue
    }
    if (name !== 'filename') {
      facts.set(name, blank < 0 ? '' : line.slice(blank + 1))
      continue
    }
    const [hash = '', , firstLine = '', lineCount = ''] = entry
    const commit = commits.get(hash) ?? commitOf(hash, facts)
    commits.set(hash, commit)
    lines.push({ firstLine: Number(firstLine), lineCount: Number(lineCount), commit })
  }
  return lines.toSorted((a, b) => a.firstLine - b.firstLine)
}

function commitOf(hash: string, facts: ReadonlyMap<string, string>): BlamedCommit {
  return {
    hash,
    authorName: facts.get('author') ?? '',
    authorEmail: (facts.get('author-mail') ?? '').replace(/^<|>$/g, ''),
    date: new Date(Number(facts.get('author-time')) * 1000),
    subject: facts.get('summary') ?? '',
  }
}
