import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { ProcessStart, StartedProcess } from './started-process.ts'
import { StarterCommand } from './starter-command.ts'
import type { SignalRequest, StarterAnswer, StartRequest } from './starter-messages.ts'

/** A connection of one thread to the Git starter of its process. */
export interface StarterClient {
  /** Whether it takes commands: false once the starter has ended, hangs, or has lost its socket. */
  readonly open: boolean
  /** Whether the starter has ended; another one may answer at the same path. */
  readonly isLost: boolean
  start(start: ProcessStart): StartedProcess
}

/** Connects to the starter at `path`. Raises when nothing answers there. */
export async function connectToStarter(path: string): Promise<StarterClient> {
  const name = randomUUID()
  const control = connect(path)
  await new Promise<void>((resolve, reject) => {
    control.once('connect', resolve).once('error', reject)
  })
  const running = new Map<number, StarterCommand>()
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
  // An idle connection must not keep the thread alive.
  control.unref()
  eachAnswer(control, (answer) => running.get(answer.id)?.answer(answer))
  const tell = (request: StartRequest | SignalRequest) => {
    if (open) control.write(`${JSON.stringify(request)}\n`)
  }
  return {
    get open() {
      return open && reachable
    },
    get isLost() {
      return !open
    },
    start(start) {
      commands += 1
      const id = commands
      tell({ id, ...start })
      control.ref()
      const command = new StarterCommand({
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
  // A command may exit before it has read all of its input; its exit code gives the reason.
  stream.on('error', () => undefined)
  stream.write(`stream ${name}\n`)
  return stream
}

function eachAnswer(control: Socket, take: (answer: StarterAnswer) => void): void {
  let rest = ''
  control.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(JSON.parse(line))
  })
}
