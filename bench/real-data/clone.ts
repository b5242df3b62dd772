import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A working copy, driven by the git that a member would use. */
export interface Clone {
  folder: string
  git(...args: string[]): Promise<string>
  /** Paths of all files of a commit. */
  files(revision?: string): Promise<string[]>
  read(path: string): Promise<Buffer>
  write(path: string, content: Uint8Array | string): Promise<void>
  remove(path: string): Promise<void>
}

export async function cloneRepository(url: URL, folder: string): Promise<Clone> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(dirname(folder), { recursive: true })
  await run(dirname(folder), ['clone', '--quiet', url.href, folder])
  const git = async (...args: string[]): Promise<string> => run(folder, args)
  await git('config', 'user.name', 'Git Person')
  await git('config', 'user.email', 'git.person@example.com')
  return {
    folder,
    git,
    async files(revision = 'HEAD') {
      const listed = await git('ls-tree', '-r', '-z', '--name-only', revision)
      return listed.split('\0').filter((path) => path !== '')
    },
    read: async (path) => readFile(join(folder, path)),
    async write(path, content) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    },
    remove: async (path) => rm(join(folder, path)),
  }
}

async function run(cwd: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-c', 'core.autocrlf=false', '-c', 'core.quotePath=false', ...args], { cwd })
    const pieces: Buffer[] = []
    let problem = ''
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    child.stderr.on('data', (piece: Buffer) => (problem += piece.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(pieces).toString('utf8'))
      else
        reject(
          new Error(`git ${args[0] ?? ''} failed (${code}): ${problem.replaceAll(/\/\/[^@/]*@/g, '//')}`),
        )
    })
  })
}
