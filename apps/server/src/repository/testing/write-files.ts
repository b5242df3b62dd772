import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { git } from '../../git-host/testing/plain-git.ts'
import type { Hosted } from './repository-world.ts'

interface CommitMade {
  readonly message: string
  readonly author?: string
  /** As Git reads dates. */
  readonly date?: string
}

/** Writes files (null removes one), commits and pushes; returns the hash. */
export async function commitFiles(
  { clone }: Hosted,
  files: Readonly<Record<string, string | Uint8Array | null>>,
  { message, author = 'Ada Example <ada@example.com>', date = '2026-01-02T03:04:05Z' }: CommitMade,
): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    const place = join(clone, path)
    if (content === null) await rm(place)
    else {
      await mkdir(dirname(place), { recursive: true })
      await writeFile(place, content)
    }
  }
  await git(clone, 'add', '-A')
  await git(
    clone,
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    message,
    `--author=${author}`,
    `--date=${date}`,
  )
  await git(clone, 'push', '--quiet', 'origin', 'HEAD')
  return await git(clone, 'rev-parse', 'HEAD')
}
