import { createHash, randomUUID } from 'node:crypto'
import { copyFile, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from './git.ts'
import { fullHash } from './object-names.ts'

/**
 * The commits whose whole history a repository is known to have, as refs below `refs/known`: what a fetch need not bring again. They are
 * named by a hash of the branch, because a branch `a/b` may follow a branch `a`.
 */
const refOf = (branch: string): string => `refs/known/${createHash('sha1').update(branch).digest('hex')}`

const packedRefs = ({ gitDir }: Repository): string => join(gitDir, 'packed-refs')

/**
 * Notes that the histories of these heads, by branch, have come whole. Of two notes at the same moment one may get lost, which costs a
 * longer fetch.
 */
export async function noteKnownHeads(
  repository: Repository,
  fetched: ReadonlyMap<string, string>,
): Promise<void> {
  const text = await readFile(packedRefs(repository), 'utf8').catch(() => '')
  const heads = new Map(
    [...text.matchAll(/^([0-9a-f]{40}) (refs\/known\/[0-9a-f]{40})$/gm)].map(([, hash = '', ref = '']) => [
      ref,
      hash,
    ]),
  )
  if ([...fetched].every(([branch, commitHash]) => heads.get(refOf(branch)) === commitHash)) return
  for (const [branch, commitHash] of fetched) heads.set(refOf(branch), fullHash(commitHash))
  const lines = [...heads].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const temporary = join(repository.gitDir, `packed-refs.${randomUUID()}`)
  const all = lines.map(([ref, hash]) => `${hash} ${ref}\n`).join('')
  await writeFile(temporary, `# pack-refs with: peeled fully-peeled sorted \n${all}`)
  await rename(temporary, packedRefs(repository))
}

/** The heads that fetches have brought to a repository, by branch. */
export async function readFetchedHeads({ gitDir }: Repository): Promise<Map<string, string>> {
  const folder = join(gitDir, 'refs', 'remotes', 'origin')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const found = await Promise.all(
    names.map(
      async (name) => [name, (await readFile(join(folder, name), 'utf8').catch(() => '')).trim()] as const,
    ),
  )
  return new Map(found.filter(([, commitHash]) => /^[0-9a-f]{40}$/.test(commitHash)))
}

/** Gives a repository the known heads of the one that it borrows from, and no other ref. */
export async function takeKnownHeads(from: Repository, to: Repository): Promise<void> {
  await rm(join(to.gitDir, 'refs', 'remotes'), { recursive: true, force: true })
  await rm(packedRefs(to), { force: true })
  await copyFile(packedRefs(from), packedRefs(to)).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  })
}
