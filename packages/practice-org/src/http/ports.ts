import type { Server } from 'node:http'
import { PendingWork } from '../pending-work.ts'
import type { Door } from './request.ts'
import { serveRoutes } from './server.ts'
import type { Route, Tls } from './server.ts'

/** The ports to open; 0 takes any free one. */
export interface PortOptions {
  host: string
  port: number
  /** For clients that insist on https. */
  tls?: Tls & { port: number }
  /** For the users of sandboxes; the others then sign in users of production only. */
  testPort?: number
}

/** Ports that are open. `close` cuts what is still connected, and waits until the calls that have arrived are finished. */
export interface OpenPorts {
  port: number
  tlsPort?: number
  testPort?: number
  close: () => Promise<void>
}

/** Serves the routes on every port. Raises what listening raises (EADDRINUSE). */
export async function openPorts(routes: readonly Route[], options: PortOptions): Promise<OpenPorts> {
  const { host, tls, testPort } = options
  const servers: Server[] = []
  const answering = new PendingWork()
  const open = async (at: { host: string; port: number }, door: Door, secured?: Tls): Promise<number> => {
    const server = serveRoutes(routes, { door, answering, ...(secured ? { tls: secured } : {}) })
    const taken = await listen(server, at.host, at.port)
    servers.push(server)
    return taken
  }
  /** Clients may resolve `localhost` to either loopback address. */
  const openBoth = async (wanted: number, door: Door): Promise<number> => {
    const port = await open({ host, port: wanted }, door)
    if (host === '127.0.0.1') await open({ host: '::1', port }, door).catch(() => undefined)
    return port
  }
  const door = testPort === undefined ? 'any' : 'production'
  const port = await openBoth(options.port, door)
  const tlsPort = tls && (await open({ host, port: tls.port }, door, tls))
  return {
    port,
    ...(tlsPort === undefined ? {} : { tlsPort }),
    ...(testPort === undefined ? {} : { testPort: await openBoth(testPort, 'sandbox') }),
    close: async () => {
      for (const server of servers) await stop(server)
      await answering.ended()
    },
  }
}

/** Returns the port, which matters when any free one was asked for. */
async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
