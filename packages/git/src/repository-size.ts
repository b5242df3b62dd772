import { type Repository, runGit } from './git.ts'

/** The bytes that the objects of a repository take on the disk (git-count-objects(1)). */
export async function repositoryBytes(repository: Repository): Promise<number> {
  const { stdout } = await runGit({ repository, args: ['count-objects', '-v'] })
  const counts = stdout.toString('ascii').matchAll(/^size(?:-pack|-garbage)?: (\d+)$/gm)
  return [...counts].reduce((sum, [, kibibytes]) => sum + Number(kibibytes) * 1024, 0)
}
