import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** A listener on every address of this machine that no test may reach; it counts who connects. */
export interface Sinkhole {
  readonly port: number
  readonly connections: number
}

/** For a test file: open before its tests, closed after them. */
export function sinkhole(): Sinkhole {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  beforeAll(async () => {
    server.listen(0)
    await once(server, 'listening')
  })
  afterAll(() => void server.close())
  return {
    get port() {
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : 0
    },
    get connections() {
      return connections
    },
  }
}
