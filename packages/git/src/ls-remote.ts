import { GitError } from './errors.ts'
import { runGit } from './git.ts'
import { accessRemote } from './remote.ts'
import type { Remote } from './remote.ts'

/** What a remote offers. `defaultBranch` is null while the remote is empty. Branch names are short. */
export interface RemoteRefs {
  readonly defaultBranch: string | null
  readonly branches: readonly { readonly name: string; readonly commitHash: string }[]
}

interface Listing {
  remote: Remote
  signal?: AbortSignal
  timeoutMs?: number
}

const maxListingBytes = 32 * 1024 * 1024

/** Lists the branches of a remote. Raises GitError: authenticationFailed, notFound, network, timeout, aborted. */
export async function listRemoteRefs(options: Listing): Promise<RemoteRefs> {
  const { stdout } = await ask(options, {})
  if (stdout.length === 0) await requireGit(options)
  if (stdout.length > maxListingBytes)
    throw new GitError('unsafeRepository', 'The repository has too many branches.')
  const text = stdout.toString('utf8')
  const head = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(text)
  const branches = [...text.matchAll(/^([0-9a-f]{40})\trefs\/heads\/(.+)$/gm)]
  return {
    defaultBranch: head?.[1] ?? null,
    branches: branches.map(([, commitHash = '', name = '']) => ({ name, commitHash })),
  }
}

async function ask(options: Listing, extra: Record<string, string>) {
  const { url, env, config, secrets } = accessRemote(options.remote)
  return await runGit({
    args: ['ls-remote', '--symref', '--end-of-options', url, 'HEAD', 'refs/heads/*'],
    env: { ...env, ...extra },
    config,
    secrets,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? 60_000,
  })
}

/**
 * Git reads any page, a sign-in form for example, as the listing of an empty repository of the old file-by-file
 * protocol. Only a real one exchanges packets.
 */
async function requireGit(options: Listing): Promise<void> {
  const { stderr } = await ask(options, { GIT_TRACE_PACKET: '1' })
  if (/ packet: /.test(stderr)) return
  throw new GitError('notFound', 'The address answers, but there is no Git repository.')
}
