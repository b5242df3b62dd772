import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'

const run = promisify(execFile)

/** Plain Git, as on a developer's machine. Rejects with Git's words in `stderr`. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/nonexistent',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_GLOBAL: '/dev/null',
    LC_ALL: 'C',
  }
  const { stdout } = await run('git', [...identity, '-C', folder, ...args], { env, maxBuffer: 64_000_000 })
  return stdout.trim()
}

/** A clone with one more commit. */
export async function cloneAndCommit(folder: string, address: string): Promise<string> {
  const clone = await mkdtemp(join(folder, 'clone-'))
  await git(folder, 'clone', '--quiet', address, clone)
  await commitFile(clone, 'file.txt')
  return clone
}

export async function commitFile(clone: string, name: string): Promise<void> {
  await writeFile(join(clone, name), `${Math.random()}`)
  await git(clone, 'add', '-A')
  await git(clone, 'commit', '--quiet', '-m', `Change ${name}`)
}

export const fails = async (work: Promise<unknown>, words: RegExp) =>
  await expect(work).rejects.toMatchObject({ stderr: expect.stringMatching(words) })
