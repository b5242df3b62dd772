import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GitError } from '../errors.ts'
import { signalGroup } from './start-directly.ts'
import type { ProcessEnd, StartedProcess } from './started-process.ts'
import type { StarterAnswer } from './starter-messages.ts'

/** What a command uses of the connection to the starter. */
export interface CommandConnection {
  /** Becomes the standard output of Git. */
  readonly output: Socket
  /** Becomes the standard input of Git; null for a command without input. */
  readonly input: Socket | null
  readonly signal: (name: NodeJS.Signals) => void
  /** Called when the starter can no longer be used for new commands. */
  readonly unreachable: () => void
  /** Called when the command needs no more answers. */
  readonly forget: () => void
}

/** How long the starter may take to report the end of a killed command before it counts as hung. */
const reportMs = 10_000
/** How long an orphan may take to remove its lock and temporary files. */
const killGraceMs = 1_500

/** A Git process that the starter was asked to start. */
export class StarterCommand {
  readonly process: StartedProcess
  readonly #connection: CommandConnection
  readonly #stdin: PassThrough | null
  readonly #exited = openPromise<void>()
  readonly #closed = openPromise<ProcessEnd>()
  #pid: number | undefined
  #isOver = false
  #deadline: NodeJS.Timeout | undefined

  constructor(connection: CommandConnection) {
    const { input, output } = connection
    this.#connection = connection
    this.#stdin = input && new PassThrough()
    const drained = new Promise<void>((resolve) => {
      output.once('close', () => resolve())
    })
    const onStreamError = () => {
      if (this.#pid === undefined)
        this.#giveUp('interrupted', 'The process that starts Git cannot be reached.')
    }
    output.once('error', onStreamError)
    input?.once('error', onStreamError)
    this.process = {
      stdin: this.#stdin,
      stdout: output,
      exited: this.#exited.promise,
      ended: Promise.all([this.#closed.promise, drained]).then(([{ code, stderr }]) => ({ code, stderr })),
      signalGroup: (name) => this.#signalGroup(name),
    }
  }

  answer(told: StarterAnswer): void {
    const { input, output } = this.#connection
    if ('pid' in told) {
      this.#pid = told.pid
      // Data that is sent earlier would be read by the starter instead of Git.
      if (this.#stdin && input) pipeline(this.#stdin, input).catch(() => undefined)
    } else if ('failed' in told) this.#fail(new Error(told.failed))
    else if ('exited' in told) {
      this.#exited.resolve()
      // Drops unread output, as Node does for its own child processes.
      output.resume()
    } else {
      this.#finish()
      this.#closed.resolve(told)
    }
  }

  /** The starter has ended. Git goes on without it, and would be in the way of a repetition. */
  lose(): void {
    this.#endOrphan()
    this.#fail(new GitError('interrupted', 'The process that starts Git ended before Git did.'))
  }

  #endOrphan(): void {
    const pid = this.#pid
    if (pid === undefined || this.#isOver) return
    signalGroup(pid, 'SIGTERM')
    setTimeout(() => signalGroup(pid, 'SIGKILL'), killGraceMs).unref()
  }

  #signalGroup(name: NodeJS.Signals): void {
    this.#connection.signal(name)
    if (name !== 'SIGKILL' || this.#isOver) return
    const message = 'Git was killed, but the process that starts Git has not reported its end.'
    this.#deadline ??= setTimeout(() => this.#giveUp('failed', message), reportMs)
  }

  #giveUp(code: 'failed' | 'interrupted', message: string): void {
    this.#connection.unreachable()
    this.#fail(new GitError(code, message))
  }

  #fail(error: Error): void {
    this.#finish()
    this.#exited.resolve()
    this.#closed.reject(error)
    this.#connection.input?.destroy()
    this.#stdin?.destroy()
    this.#connection.output.destroy()
  }

  #finish(): void {
    this.#isOver = true
    clearTimeout(this.#deadline)
    this.#connection.forget()
  }
}

function openPromise<T>() {
  const settle: { resolve?: (value: T) => void; reject?: (error: unknown) => void } = {}
  const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }))
  return {
    promise,
    resolve: (value: T) => settle.resolve?.(value),
    reject: (error: unknown) => settle.reject?.(error),
  }
}
