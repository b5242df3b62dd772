import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface WorkingClone {
  readonly folder: string
  git(...args: readonly string[]): Promise<string>
  /** Every file of the working tree but Git's own, with `/` between folders. */
  files(): Promise<string[]>
  read(path: string): Promise<string>
  write(path: string, text: string): Promise<void>
  commitAndPush(message: string): Promise<string>
  remove(): Promise<void>
}

interface CloneOptions {
  readonly url: string
  readonly username: string
  readonly password: string
}

/** Clones as a developer would: plain git over HTTP, signed in with a member's own account. */
export async function cloneRepository({ url, username, password }: CloneOptions): Promise<WorkingClone> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-clone-'))
  const git = async (...args: readonly string[]) => {
    const { stdout } = await execute('git', ['-C', folder, ...args], {
      env: quietEnvironment,
      maxBuffer: 256 << 20,
    })
    return stdout.trimEnd()
  }
  const address = new URL(url)
  address.username = encodeURIComponent(username)
  address.password = encodeURIComponent(password)
  await git('clone', '--quiet', address.href, '.')
  await git('config', 'user.name', 'Dana Developer')
  await git('config', 'user.email', 'dana@developers.example')
  return {
    folder,
    git,
    files: () => filesBelow(folder),
    read: (path) => readFile(join(folder, path), 'utf8'),
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    },
    async commitAndPush(message) {
      await git('add', '--all')
      await git('commit', '--quiet', '--message', message)
      await git('push', '--quiet', 'origin', 'HEAD')
      return git('rev-parse', 'HEAD')
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The machine's own Git configuration must not decide whether a test passes. */
const quietEnvironment = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('.git/'))
    .toSorted()
}
