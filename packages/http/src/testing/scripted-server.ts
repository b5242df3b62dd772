import { once } from 'node:events'
import type { Server } from 'node:net'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface ScriptedServer {
  origin: string
  requests: ReceivedRequest[]
  close: () => Promise<void>
}

/** Answers one request. It gets the request before its body when `readBody` of the script is false. */
export type Script = (request: ReceivedRequest, response: ServerResponse, raw: IncomingMessage) => void

/** A server that says exactly what a test scripts: for replies and faults that no well-behaved server sends. */
export async function startScriptedServer(
  script: Script,
  options: { readBody?: boolean } = {},
): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = []
  const server = createServer((raw, response) => {
    receive(raw, options.readBody ?? true).then(
      (request) => {
        requests.push(request)
        script(request, response, raw)
      },
      // A request that breaks off was never received.
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${portOf(server)}`
  return {
    origin,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function receive(raw: IncomingMessage, readBody: boolean): Promise<ReceivedRequest> {
  const pieces: Buffer[] = []
  if (readBody) for await (const piece of raw) if (Buffer.isBuffer(piece)) pieces.push(piece)
  return {
    method: raw.method ?? '',
    path: raw.url ?? '',
    headers: raw.headers,
    body: Buffer.concat(pieces).toString('latin1'),
  }
}

export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(value))
}
