import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gitEnvironment } from './environment.ts'
import { classifyFailure, GitError } from './errors.ts'
import { startProcess } from './process/git-starter.ts'
import { gitMemoryBytes, limitedCommand } from './process/process-limits.ts'
import type { ProcessStart, StartedProcess } from './process/started-process.ts'

/** Bounds of one Git process; milliseconds and bytes. */
export interface GitLimits {
  readonly timeoutMs: number
  readonly maxOutputBytes: number
}

/** A bare repository on this machine. `gitDir` is an absolute path. */
export interface Repository {
  readonly gitDir: string
  readonly limits?: Partial<GitLimits>
  /** Added to the environment of each Git process of the repository. */
  readonly env?: Readonly<Record<string, string>>
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
  /** The largest file that it may write; absent: any size. */
  readonly maxFileBytes?: number
  /** Never shown in an error, whatever the far side echoes. */
  readonly secrets?: readonly string[]
}

/** A running Git process. `ended` settles once, after all of its output; it raises GitError. */
export interface GitProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly ended: Promise<{ exitCode: number; stderr: string }>
  kill(): void
}

const defaultLimits: GitLimits = { timeoutMs: 600_000, maxOutputBytes: 128 * 1024 * 1024 }
const killGraceMs = 1_500

/** Starts Git in a process group of its own, so that its remote helpers end with it. The only place that does. */
export function startGit(command: GitCommand): GitProcess {
  const { process, ended } = begin(command, true)
  const { stdin, stdout } = process
  if (stdin === null) throw new Error('A Git process that takes input has none.')
  return { stdin, stdout, ended, kill: () => killGroup(process) }
}

/** Runs Git to its end and returns its whole output. Raises GitError for every exit code that is not an answer. */
export async function runGit(
  command: GitCommand,
): Promise<{ stdout: Buffer; stderr: string; exitCode: number }> {
  const git = begin(command, command.input !== undefined)
  const limit = command.repository?.limits?.maxOutputBytes ?? defaultLimits.maxOutputBytes
  const [output, end, feeding] = await Promise.allSettled([
    collect(git.process, limit),
    git.ended,
    feed(git.process, command.input),
  ])
  if (end.status === 'rejected' && isStopped(end.reason)) throw end.reason
  if (feeding.status === 'rejected') throw feeding.reason
  if (output.status === 'rejected') throw output.reason
  if (end.status === 'rejected') throw end.reason
  return { stdout: output.value, ...end.value }
}

function begin(command: GitCommand, takesInput: boolean) {
  const { repository } = command
  const signal = command.signal ?? repository?.signal
  if (signal?.aborted === true)
    throw new GitError('aborted', 'The Git operation was cancelled before it began.')
  const process = startOrExplain({
    ...limitedCommand(command.args, {
      memoryBytes: gitMemoryBytes(),
      ...(command.maxFileBytes !== undefined && { fileBytes: command.maxFileBytes }),
    }),
    cwd: repository?.gitDir ?? tmpdir(),
    env: gitEnvironment({ ...command, ...(repository && inRepository(repository, command)) }),
    takesInput,
  })
  // A process that ends early closes its input; its exit code says why, the broken pipe says nothing.
  process.stdin?.on('error', () => undefined)
  const ended = watch(process, { ...command, signal })
  ended.catch(() => undefined)
  return { process, ended }
}

const inRepository = ({ gitDir, env }: Repository, command: GitCommand) => ({
  gitDir,
  env: { ...env, ...command.env },
})

function startOrExplain(start: ProcessStart): StartedProcess {
  try {
    return startProcess(start)
  } catch (cause) {
    throw notStarted(cause)
  }
}

const notStarted = (cause: unknown) => new GitError('failed', 'Git could not be started.', { cause })

async function feed(git: StartedProcess, input: GitCommand['input']): Promise<void> {
  if (input === undefined || git.stdin === null) return
  if (input instanceof Uint8Array) {
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
  killGroup(git)
  throw sourceError
}

async function collect(git: StartedProcess, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of git.stdout) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    if (size > limit) {
      killGroup(git)
      throw new GitError('tooLarge', `Git wrote more than ${limit} bytes.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

async function watch(
  process: StartedProcess,
  command: GitCommand,
): Promise<{ exitCode: number; stderr: string }> {
  let stopped: GitError | null = null
  const stop = (error: GitError) => {
    stopped ??= error
    killGroup(process)
  }
  const limit = command.timeoutMs ?? command.repository?.limits?.timeoutMs ?? defaultLimits.timeoutMs
  const onAbort = () => stop(new GitError('aborted', 'The Git operation was cancelled.'))
  const timer = setTimeout(() => stop(new GitError('timeout', `Git took longer than ${limit} ms.`)), limit)
  command.signal?.addEventListener('abort', onAbort, { once: true })
  const { code, stderr } = await process.ended
    .catch((cause: unknown) => {
      throw stopped ?? (cause instanceof GitError ? cause : notStarted(cause))
    })
    .finally(() => {
      clearTimeout(timer)
      command.signal?.removeEventListener('abort', onAbort)
    })
  if (stopped !== null) throw stopped
  const masked = (command.secrets ?? []).reduce((text, secret) => text.replaceAll(secret, '***'), stderr)
  if (code === 0 || command.answers?.includes(code ?? -1)) return { exitCode: code ?? 0, stderr: masked }
  throw failure(command, masked)
}

function failure(command: GitCommand, stderr: string): GitError {
  const said =
    stderr.split('\n').findLast((line) => /^(fatal|error):/.test(line)) ??
    stderr.trim().split('\n').at(-1) ??
    ''
  const code = classifyFailure(stderr)
  const message =
    code === 'tooLarge' ? overLimit(command, stderr) : `git ${command.args[0] ?? ''} failed: ${said}`
  return new GitError(code, message, { stderr })
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

const receivedMore = (maxBytes: number) =>
  `Git received more than the ${megabytes(maxBytes)} that one fetch may bring.`

/** The failure of a fetch that was ended at its limit, whatever Git said. */
export function tooLargeFetch(maxBytes: number, { stderr, cause }: GitError): GitError {
  return new GitError('tooLarge', receivedMore(maxBytes), { stderr, cause })
}

function overLimit({ maxFileBytes }: GitCommand, stderr: string): string {
  return maxFileBytes !== undefined && !/memory/i.test(stderr)
    ? receivedMore(maxFileBytes)
    : `Git needed more than the ${megabytes(gitMemoryBytes())} of memory that one of its processes may use.`
}

/** Asks first, so that Git removes its lock and temporary files, then insists. */
function killGroup(process: StartedProcess): void {
  process.signalGroup('SIGTERM')
  const insist = setTimeout(() => process.signalGroup('SIGKILL'), killGraceMs)
  // A reader that has stopped reading would keep the pipe open, and with it the wait for the end.
  void process.exited.then(() => process.stdout.destroy())
  process.ended.catch(() => undefined).finally(() => clearTimeout(insist))
}

/** Then a cut output is a consequence, not the cause. */
function isStopped(error: unknown): boolean {
  return error instanceof GitError && ['timeout', 'aborted', 'interrupted'].includes(error.code)
}
