import { runGit } from './git.ts'
import type { Repository } from './git.ts'

/** A branch by its short name, and the commit that it stands for now. `date` is when the commit was written. */
export interface BranchHead {
  readonly name: string
  readonly commitHash: string
  readonly authorName: string
  readonly date: Date
  readonly subject: string
}

const fields = ['%(objectname)', '%(refname:lstrip=2)', '%(authorname)', '%(authordate:unix)', '%(subject)']

/** Lists the branches of a repository, those with the newest commit first, at most `limit` (git-for-each-ref(1)). */
export async function listBranchHeads(repository: Repository, limit: number): Promise<BranchHead[]> {
  const { stdout } = await runGit({
    repository,
    args: [
      'for-each-ref',
      '--sort=refname',
      '--sort=-committerdate',
      `--count=${Math.max(1, Math.trunc(limit))}`,
      `--format=${fields.join('%00')}`,
      'refs/heads',
    ],
  })
  const lines = stdout.toString('utf8').split('\n')
  return lines.filter((line) => line !== '').map(headOf)
}

/** The default branch by its short name: what `HEAD` names, whether it exists or not. Null for a detached head. */
export async function defaultBranch(repository: Repository): Promise<string | null> {
  const { stdout, exitCode } = await runGit({
    repository,
    args: ['symbolic-ref', '--quiet', 'HEAD'],
    answers: [1],
  })
  const name = stdout.toString('utf8').trim()
  return exitCode === 0 && name.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : null
}

function headOf(line: string): BranchHead {
  const [commitHash = '', name = '', authorName = '', seconds = '', ...subject] = line.split('\0')
  return { name, commitHash, authorName, date: new Date(Number(seconds) * 1000), subject: subject.join('') }
}
