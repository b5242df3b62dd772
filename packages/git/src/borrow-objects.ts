import { writeBareFolder } from './bare-folder.ts'
import type { Repository } from './git.ts'

/**
 * Creates a bare repository without refs that can read all objects of another repository. New objects are written to the new
 * repository only (gitrepository-layout(5), `objects/info/alternates`), and the other one is not changed.
 */
export async function borrowObjects(
  from: Repository,
  { gitDir }: { readonly gitDir: string },
): Promise<Repository> {
  await writeBareFolder(gitDir, from.gitDir)
  return { gitDir }
}
