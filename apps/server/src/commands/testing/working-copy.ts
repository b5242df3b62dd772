import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { git } from '../../git-host/testing/plain-git.ts'
import type { FlowStack } from './flow-world.ts'

/** A developer's clone of the stack's repository. */
export interface WorkingCopy {
  readonly folder: string
  git(...args: string[]): Promise<string>
  pull(): Promise<void>
  /** Writes files (null deletes) and commits them. */
  commit(files: Record<string, string | null>): Promise<void>
  /** Commits files and pushes them; gives the hash of the commit. */
  push(files: Record<string, string | null>): Promise<string>
  read(path: string): Promise<string>
  files(): Promise<string[]>
  /** Lines of `git log` for a range: author and files of each commit, oldest first. */
  commits(range: string): Promise<{ author: string; email: string; files: string[]; subject: string }[]>
}

export async function cloneOf(folder: string, flow: FlowStack): Promise<WorkingCopy> {
  const clone = await mkdtemp(join(folder, 'clone-'))
  const run = (...args: string[]) => git(clone, ...args)
  await git(folder, 'clone', '--quiet', flow.repositoryUrl, clone)
  const commit = async (files: Record<string, string | null>) => {
    for (const [path, content] of Object.entries(files)) await write(join(clone, path), content)
    await run('add', '-A')
    await run('commit', '--quiet', '-m', 'Work of a developer')
  }
  return {
    folder: clone,
    git: run,
    pull: async () => {
      await run('pull', '--quiet', '--ff-only')
    },
    commit,
    push: async (files) => {
      await commit(files)
      await run('push', '--quiet', 'origin', 'HEAD')
      return await run('rev-parse', 'HEAD')
    },
    read: (path) => readFile(join(clone, path), 'utf8'),
    files: async () => (await run('ls-files')).split('\n'),
    commits: async (range) => {
      const log = await run(
        'log',
        '--reverse',
        '--no-merges',
        '--format=%x00%an%n%ae%n%s',
        '--name-only',
        range,
      )
      return log
        .split('\0')
        .filter((entry) => entry.trim() !== '')
        .map((entry) => {
          const [author = '', email = '', subject = '', ...files] = entry.trim().split('\n')
          return { author, email, subject, files: files.filter(Boolean) }
        })
    },
  }
}

async function write(path: string, content: string | null): Promise<void> {
  if (content === null) {
    await rm(path)
    return
  }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
