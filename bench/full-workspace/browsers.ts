import { type Server, type Socket, connect, createServer } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

export interface FirstPush {
  /** From the beginning of the connection until the state was complete. */
  readonly milliseconds: number
  /** Of the messages, before they are compressed for the line. */
  readonly bytes: number
  readonly bytesOfMessages: ReadonlyMap<string, number>
}

/** Connects as a browser does and waits until it has the full state of the workspace. */
export async function connectBrowser(
  origin: string,
  at: { workspaceId: string; accessToken: string },
): Promise<FirstPush & { close(): void }> {
  const began = performance.now()
  const socket = new WebSocket(
    `${origin.replace(/^http/, 'ws')}/api/workspaces/hub?workspaceId=${at.workspaceId}`,
  )
  const bytesOfMessages = new Map<string, number>()
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'authenticate', accessToken: at.accessToken })),
    )
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`The server closed the connection with ${code}.`)))
    socket.on('message', (data: Buffer) => {
      const type = /"type":"(\w+)"/u.exec(data.subarray(0, 80).toString())?.[1] ?? ''
      bytesOfMessages.set(type, (bytesOfMessages.get(type) ?? 0) + data.byteLength)
      if (type === 'stateIsComplete') resolve()
    })
  })
  const milliseconds = performance.now() - began
  socket.removeAllListeners('close')
  const bytes = [...bytesOfMessages.values()].reduce((sum, each) => sum + each, 0)
  return { milliseconds, bytes, bytesOfMessages, close: () => socket.terminate() }
}

const turnMs = 20

/** A line of so many bits a second towards the browsers, which all connections share. Returns its own origin. */
export async function openSlowLine(
  origin: string,
  bitsPerSecond: number,
): Promise<{ origin: string; close(): void }> {
  const { port, hostname } = new URL(origin)
  const bytesPerTurn = (bitsPerSecond / 8 / 1000) * turnMs
  const line = new Line(bytesPerTurn)
  const server: Server = createServer((browser) => {
    const upstream = connect(Number(port), hostname)
    browser.pipe(upstream)
    // A browser that leaves ends its connection at any time.
    line.carry(upstream, browser).catch(() => browser.destroy())
    for (const end of [browser, upstream]) {
      end.on('error', () => end.destroy())
      end.on('close', () => (end === browser ? upstream : browser).destroy())
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port.')
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

class Line {
  readonly #bytesPerTurn: number
  #freeAt = performance.now()

  constructor(bytesPerTurn: number) {
    this.#bytesPerTurn = bytesPerTurn
  }

  async carry(from: Socket, to: Socket): Promise<void> {
    for await (const chunk of from.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) continue
      const takes = (chunk.byteLength / this.#bytesPerTurn) * turnMs
      this.#freeAt = Math.max(this.#freeAt, performance.now()) + takes
      await pause(this.#freeAt - performance.now())
      if (!to.destroyed) to.write(chunk)
    }
    to.end()
  }
}
