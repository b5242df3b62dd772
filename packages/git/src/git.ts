import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gitEnvironment } from './environment.ts'
import { classifyFailure, GitError } from './errors.ts'

/** Bounds of one Git process; milliseconds and bytes. */
export interface GitLimits {
  readonly timeoutMs: number
  readonly maxOutputBytes: number
}

/** A bare repository on this machine. `gitDir` is an absolute path. */
export interface Repository {
  readonly gitDir: string
  readonly limits?: Partial<GitLimits>
  /** Ends every Git process of the repository for which the caller names no other signal. */
  readonly signal?: AbortSignal
}

/** One Git process. Values in `args` must be checked by the caller or stand after `--end-of-options` or `--`. */
export interface GitCommand {
  readonly args: readonly string[]
  readonly repository?: Repository
  readonly env?: Readonly<Record<string, string>>
  readonly config?: Readonly<Record<string, string>>
  readonly input?: Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Exit codes that are an answer, not a failure. 0 is always one. */
  readonly answers?: readonly number[]
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
  /** Never shown in an error, whatever the far side echoes. */
  readonly secrets?: readonly string[]
}

/** A running Git process. `ended` settles once, after all of its output; it raises GitError. */
export interface GitProcess {
  readonly pid: number | undefined
  readonly stdin: Writable
  readonly stdout: Readable
  readonly ended: Promise<{ exitCode: number; stderr: string }>
  kill(): void
}

const defaultLimits: GitLimits = { timeoutMs: 600_000, maxOutputBytes: 256 * 1024 * 1024 }
const maxErrorBytes = 64 * 1024
const killGraceMs = 1_500

/** Starts Git in a process group of its own, so that its remote helpers end with it. The only place that does. */
export function startGit(command: GitCommand): GitProcess {
  const { repository } = command
  const signal = command.signal ?? repository?.signal
  if (signal?.aborted === true)
    throw new GitError('aborted', 'The Git operation was cancelled before it began.')
  const child = spawn('git', command.args, {
    cwd: repository?.gitDir ?? tmpdir(),
    env: gitEnvironment({ ...command, ...(repository && { gitDir: repository.gitDir }) }),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    shell: false,
  })
  // A process that ends early closes its input; its exit code says why, the broken pipe says nothing.
  child.stdin.on('error', () => undefined)
  const ended = watch(child, { ...command, signal })
  ended.catch(() => undefined)
  return { pid: child.pid, stdin: child.stdin, stdout: child.stdout, ended, kill: () => killGroup(child) }
}

/** Runs Git to its end and returns its whole output. Raises GitError for every exit code that is not an answer. */
export async function runGit(
  command: GitCommand,
): Promise<{ stdout: Buffer; stderr: string; exitCode: number }> {
  const git = startGit(command)
  const limit = command.repository?.limits?.maxOutputBytes ?? defaultLimits.maxOutputBytes
  const [output, end, feeding] = await Promise.allSettled([
    collect(git, limit),
    git.ended,
    feed(git, command.input),
  ])
  if (end.status === 'rejected' && isStopped(end.reason)) throw end.reason
  if (feeding.status === 'rejected') throw feeding.reason
  if (output.status === 'rejected') throw output.reason
  if (end.status === 'rejected') throw end.reason
  return { stdout: output.value, ...end.value }
}

async function feed(git: GitProcess, input: GitCommand['input']): Promise<void> {
  if (input === undefined || input instanceof Uint8Array) {
    git.stdin.end(input)
    return
  }
  let sourceError: unknown
  const source = async function* () {
    try {
      yield* input
    } catch (error) {
      sourceError = error ?? new Error('The input of Git failed.')
      throw error
    }
  }
  await pipeline(Readable.from(source()), git.stdin).catch(() => undefined)
  if (sourceError === undefined) return
  git.kill()
  throw sourceError
}

async function collect(git: GitProcess, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of git.stdout) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    if (size > limit) {
      git.kill()
      throw new GitError('failed', `Git wrote more than ${limit} bytes.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

function watch(child: ChildProcessByStdio<Writable, Readable, Readable>, command: GitCommand) {
  return new Promise<{ exitCode: number; stderr: string }>((resolve, reject) => {
    let stderr = ''
    let stopped: GitError | null = null
    const stop = (error: GitError) => {
      stopped ??= error
      killGroup(child)
    }
    const limit = command.timeoutMs ?? command.repository?.limits?.timeoutMs ?? defaultLimits.timeoutMs
    const onAbort = () => stop(new GitError('aborted', 'The Git operation was cancelled.'))
    const timer = setTimeout(() => stop(new GitError('timeout', `Git took longer than ${limit} ms.`)), limit)
    command.signal?.addEventListener('abort', onAbort, { once: true })
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < maxErrorBytes) stderr += chunk.toString('utf8')
    })
    const settle = () => {
      clearTimeout(timer)
      command.signal?.removeEventListener('abort', onAbort)
      for (const secret of command.secrets ?? []) stderr = stderr.replaceAll(secret, '***')
    }
    child.once('error', (cause) => {
      settle()
      reject(new GitError('failed', 'Git could not be started.', { cause }))
    })
    child.once('close', (code) => {
      settle()
      if (stopped !== null) reject(stopped)
      else if (code === 0 || command.answers?.includes(code ?? -1)) resolve({ exitCode: code ?? 0, stderr })
      else reject(failure(command, stderr))
    })
  })
}

function failure(command: GitCommand, stderr: string): GitError {
  const said =
    stderr.split('\n').findLast((line) => /^(fatal|error):/.test(line)) ??
    stderr.trim().split('\n').at(-1) ??
    ''
  return new GitError(classifyFailure(stderr), `git ${command.args[0] ?? ''} failed: ${said}`, { stderr })
}

/** Asks first, so that Git removes its lock and temporary files, then insists. */
function killGroup(child: ChildProcessByStdio<Writable, Readable, Readable>): void {
  signalGroup(child.pid, 'SIGTERM')
  const insist = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), killGraceMs)
  // A reader that has stopped reading would keep the pipe open, and with it the wait for the end.
  child.once('exit', () => child.stdout.destroy())
  if (child.exitCode !== null || child.signalCode !== null) child.stdout.destroy()
  child.once('close', () => clearTimeout(insist))
}

/** Then a cut output is a consequence, not the cause. */
function isStopped(error: unknown): boolean {
  return error instanceof GitError && (error.code === 'timeout' || error.code === 'aborted')
}

function signalGroup(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch {
    // The group is gone already.
  }
}
