import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { fullHash } from './object-names.ts'

/** How many commits only one of two has in its history (git-rev-list(1)). */
export async function countCommits(
  repository: Repository,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ onlyInFrom: number; onlyInTo: number }> {
  const { stdout } = await runGit({
    repository,
    args: [
      'rev-list',
      '--count',
      '--left-right',
      '--end-of-options',
      `${fullHash(from)}...${fullHash(to)}`,
      '--',
    ],
  })
  const [onlyInFrom = 0, onlyInTo = 0] = stdout.toString('ascii').trim().split('\t').map(Number)
  return { onlyInFrom, onlyInTo }
}
