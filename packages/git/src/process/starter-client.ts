import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GitError } from '../errors.ts'
import type { ProcessEnd, ProcessStart, StartedProcess } from './started-process.ts'
import type { SignalRequest, StarterAnswer, StartRequest } from './starter-messages.ts'

/** A connection of one thread to the Git starter of its process. */
export interface StarterClient {
  /** Whether it takes commands: false once the starter has ended or its socket was removed. */
  readonly open: boolean
  start(start: ProcessStart): StartedProcess
}

interface RunningCommand {
  answer(answer: StarterAnswer): void
  /** The starter has ended. */
  lose(): void
}

/** Connects to the starter at `path`. Raises when nothing answers there. */
export async function connectToStarter(path: string): Promise<StarterClient> {
  const name = randomUUID()
  const control = connect(path)
  await new Promise<void>((resolve, reject) => {
    control.once('connect', resolve).once('error', reject)
  })
  const running = new Map<number, RunningCommand>()
  let commands = 0
  let open = true
  let reachable = true
  control.on('error', () => undefined)
  control.once('close', () => {
    open = false
    for (const command of running.values()) command.lose()
    running.clear()
  })
  control.write(`control ${name}\n`)
  // Only commands that run keep a thread alive, not the connection.
  control.unref()
  eachAnswer(control, (answer) => running.get(answer.id)?.answer(answer))
  const tell = (request: StartRequest | SignalRequest) => {
    if (open) control.write(`${JSON.stringify(request)}\n`)
  }
  return {
    get open() {
      return open && reachable
    },
    start(start) {
      commands += 1
      const id = commands
      tell({ id, ...start })
      control.ref()
      const command = commandOf({
        output: openStream(path, `${name}:${id}:output`),
        input: start.takesInput ? openStream(path, `${name}:${id}:input`) : null,
        signal: (signal) => tell({ id, signal }),
        unreachable: () => {
          reachable = false
        },
        forget: () => {
          running.delete(id)
          if (running.size === 0) control.unref()
        },
      })
      running.set(id, command)
      return command.process
    },
  }
}

/** A connection that becomes the input or the output of a command. */
function openStream(path: string, name: string): Socket {
  const stream = connect(path)
  // A command that ends early closes its input; its exit code says why, the broken connection says nothing.
  stream.on('error', () => undefined)
  stream.write(`stream ${name}\n`)
  return stream
}

interface CommandParts {
  readonly output: Socket
  readonly input: Socket | null
  readonly signal: (name: NodeJS.Signals) => void
  /** Says that no connection to the starter can be made any more. */
  readonly unreachable: () => void
  readonly forget: () => void
}

function commandOf({ output, input, signal, unreachable, forget }: CommandParts) {
  const known: { pid?: number } = {}
  const stdin = input && new PassThrough()
  const exited = openPromise<void>()
  const closed = openPromise<ProcessEnd>()
  const drained = new Promise<void>((resolve) => {
    output.once('close', () => resolve())
  })
  const fail = (error: Error) => {
    forget()
    exited.resolve()
    closed.reject(error)
    input?.destroy()
    stdin?.destroy()
    output.destroy()
  }
  const onStreamError = () => {
    if (known.pid !== undefined) return
    unreachable()
    fail(new GitError('failed', 'The process that starts Git cannot be reached.'))
  }
  output.once('error', onStreamError)
  input?.once('error', onStreamError)
  const answer = (told: StarterAnswer) => {
    if ('pid' in told) {
      known.pid = told.pid
      // Sent earlier, the starter itself would read what is meant for Git.
      if (stdin && input) pipeline(stdin, input).catch(() => undefined)
    } else if ('failed' in told) fail(new Error(told.failed))
    else if ('exited' in told) {
      exited.resolve()
      // What nobody reads is dropped, as it is for a child of this process.
      output.resume()
    } else {
      forget()
      closed.resolve(told)
    }
  }
  const process: StartedProcess = {
    pid: () => known.pid,
    stdin,
    stdout: output,
    exited: exited.promise,
    ended: Promise.all([closed.promise, drained]).then(([{ code, stderr }]) => ({ code, stderr })),
    signalGroup: signal,
  }
  return {
    process,
    answer,
    lose: () => fail(new GitError('failed', 'The process that starts Git ended before Git did.')),
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

function eachAnswer(control: Socket, take: (answer: StarterAnswer) => void): void {
  let rest = ''
  control.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(JSON.parse(line))
  })
}
