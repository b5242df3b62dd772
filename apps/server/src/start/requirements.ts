import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { runGit } from '@sluice/git/git'
import type { Config } from '../platform/config/config.ts'
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

export async function requireGit(): Promise<void> {
  const answer = await runGit({ args: ['--version'] }).catch(() => undefined)
  const found = /(\d+)\.(\d+)/.exec(String(answer?.stdout ?? ''))
  const [major, minor] = [Number(found?.[1]), Number(found?.[2])]
  if (!found) throw new StartError('Git is not installed, or not on the PATH. Install git 2.38 or later.')
  if (major < oldestGit[0] || (major === oldestGit[0] && minor < oldestGit[1]))
    throw new StartError(`Git ${major}.${minor} is too old. Install git ${oldestGit.join('.')} or later.`)
}

/** Why the server cannot listen, in words. */
export function listenProblem(error: unknown, { host, port }: Config['listen']): StartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} on ${host} is in use. Stop what uses it, or set SLUICE_PORT to another one.`,
    )
  return new StartError(
    `Sluice cannot listen on ${host}:${port} (${code}). Check SLUICE_HOST and SLUICE_PORT.`,
  )
}

/** The port that the server will get; asked for before anything else is started, which takes longer. */
export function findPort(host: string, port: number): Promise<number> {
  return new Promise((done, refuse) => {
    const probe = createServer()
    probe.once('error', (error) => refuse(listenProblem(error, { host, port, trustProxy: false })))
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : port))
    })
  })
}
