import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs'
import { runGit } from '@sluice/git/git'
import type { DataFolder } from '../platform/data-folder.ts'
import { StartError } from './start-error.ts'

const oldestGit = [2, 38] as const

export function prepareDataFolder(folders: DataFolder): void {
  try {
    if (!existsSync(folders.root)) {
      mkdirSync(folders.root, { recursive: true })
      // PostgreSQL may run as another user below, who must be able to pass through.
      chmodSync(folders.root, 0o711)
    }
    accessSync(folders.root, constants.W_OK | constants.X_OK)
    for (const folder of [folders.repositories, folders.artifacts, folders.work, folders.log])
      mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new StartError(
      `The data folder ${folders.root} is not writable${code}. Set SLUICE_DATA_DIR to a folder that is.`,
    )
  }
}

/** Refuses what `git --version` answered, or that it answered nothing. */
export function checkGitVersion(answer: string): void {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(answer)?.map(Number) ?? []
  if (major === undefined || minor === undefined)
    throw new StartError('Git is not installed. Install git 2.38 or later.')
  if (major < oldestGit[0] || (major === oldestGit[0] && minor < oldestGit[1]))
    throw new StartError(`Git ${major}.${minor} is too old. Install git ${oldestGit.join('.')} or later.`)
}

export async function requireGit(): Promise<void> {
  const answer = await runGit({ args: ['--version'] }).catch(() => undefined)
  checkGitVersion(String(answer?.stdout ?? ''))
}
