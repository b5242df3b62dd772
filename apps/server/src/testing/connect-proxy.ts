import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Server, type Socket } from 'node:net'

export interface ConnectProxy {
  /** `http://127.0.0.1:port` */
  readonly url: string
  readonly port: number
  /** What it was asked to connect to, such as `git.example.com:443`, with the credentials that came along. */
  readonly asked: { readonly target: string; readonly credentials: string | null }[]
  /** Which credentials (`user:password`) it wants; null: none. */
  wants: string | null
  close(): Promise<void>
}

export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A proxy for TLS connections (HTTP CONNECT) that resolves the names of hosts to ports of this machine. */
export async function startConnectProxy(ports: Readonly<Record<string, number>>): Promise<ConnectProxy> {
  const open = new Set<Socket>()
  const server = createServer((_, response) => response.writeHead(405).end())
  server.on('connection', (socket) => open.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  const proxy: ConnectProxy = {
    url: `http://127.0.0.1:${port}`,
    port,
    asked: [],
    wants: null,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.on('connect', (request, client: Socket) => {
    client.on('error', () => client.destroy())
    const target = request.url ?? ''
    const sent = request.headers['proxy-authorization']?.replace(/^Basic /, '')
    const credentials = sent === undefined ? null : Buffer.from(sent, 'base64').toString()
    proxy.asked.push({ target, credentials })
    const isWelcome = proxy.wants === null || credentials === proxy.wants
    const found = ports[target]
    if (!isWelcome || found === undefined) {
      const status = isWelcome ? '502 Bad Gateway' : '407 Proxy Authentication Required'
      const challenge = isWelcome ? '' : 'Proxy-Authenticate: Basic realm="tests"\r\n'
      client.end(`HTTP/1.1 ${status}\r\n${challenge}Content-Length: 0\r\n\r\n`)
      return
    }
    const host = connect(found, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(host).pipe(client)
    })
    host.on('error', () => client.destroy())
    client.once('close', () => host.destroy())
  })
  return proxy
}
