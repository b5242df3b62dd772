import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const settings = ['-c', 'user.name=Bench', '-c', 'user.email=bench@sluice.invalid', '-c', 'gc.auto=0']

/** Git in a folder, as a person would call it. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', [...settings, '-C', folder, ...args], { maxBuffer: 1 << 28 })
  return stdout.trim()
}

/** A repository with a working copy and nothing in it. */
export async function emptyWorkTree(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await git(folder, 'init', '--quiet')
}

/** What tools do with a retrieved archive: unpack it over the working copy, add everything, commit. */
export async function unzipAddCommit(folder: string, archive: string): Promise<void> {
  await run('unzip', ['-q', '-o', archive, '-d', folder])
  await git(folder, 'add', '-A')
  await git(folder, 'commit', '--quiet', '--allow-empty', '-m', 'Bench')
}
