import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** A stack with the address of its repository. */
export interface MirroredStack {
  readonly stackId: string
  readonly gitRepositoryUrl: string
}

/** Names the folder of one address: a stack that gets another repository gets another mirror. */
export const mirrorName = (gitRepositoryUrl: string): string =>
  createHash('sha256').update(gitRepositoryUrl).digest('hex').slice(0, 16)

/** Where the mirror of a stack's repository lies, and beside it what looks at its branches work in. */
export const mirrorFolder = (
  mirrors: string,
  { stackId, gitRepositoryUrl }: MirroredStack,
): { readonly gitDir: string; readonly looks: string } => {
  const folder = join(mirrors, stackId, mirrorName(gitRepositoryUrl))
  return { gitDir: join(folder, 'objects.git'), looks: join(folder, 'looks') }
}
