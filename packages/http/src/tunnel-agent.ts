import { type ClientRequestArgs, request } from 'node:http'
import { Agent, type AgentOptions } from 'node:https'
import { isIPv6, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect, type ConnectionOptions } from 'node:tls'
import { HttpError } from './errors.ts'
import type { HttpProxy } from './address-policy.ts'

/** The options that an agent passes on when a request needs a connection. */
export type TunnelOptions = ClientRequestArgs & ConnectionOptions & TunnelExtras

/** What a request adds to the options of its connection. */
export interface TunnelExtras {
  /** Ends the connection while it is being made; a request cannot do so before it has a socket. */
  readonly giveUp?: AbortSignal | undefined
  /** The other side as messages name it. */
  readonly peer: string
}

type Connected = (error: Error | null, socket: Duplex) => void

/** Connects through an HTTP proxy (CONNECT): the proxy resolves the host, TLS is spoken with the host itself. */
export class TunnelAgent extends Agent {
  readonly #proxy: HttpProxy

  constructor(proxy: HttpProxy, options: AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  /** Calls back with a socket whose TLS handshake is done. */
  override createConnection(options: TunnelOptions, connected?: Connected): undefined {
    openTunnel(this.#proxy, options)
      .then((socket) => secure(socket, options))
      .then(
        (socket) => connected?.(null, socket),
        // The agent ignores the socket that comes with an error.
        (error: unknown) => connected?.(asError(error), new Socket()),
      )
  }
}

/** @throws HttpError `network` when the proxy answers and opens no connection */
async function openTunnel(proxy: HttpProxy, options: TunnelOptions): Promise<Socket> {
  const host = options.host ?? ''
  const target = `${isIPv6(host) ? `[${host}]` : host}:${options.port ?? 443}`
  const call = request({
    method: 'CONNECT',
    hostname: proxy.hostname,
    port: proxy.port,
    path: target,
    headers: {
      host: target,
      ...(proxy.authorization === null ? {} : { 'proxy-authorization': proxy.authorization }),
    },
    agent: false,
    ...(options.giveUp === undefined ? {} : { signal: options.giveUp }),
  })
  return new Promise((resolve, reject) => {
    call.once('error', reject)
    call.once('connect', ({ statusCode = 0 }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      return reject(refusedBy(statusCode, options.peer))
    })
    call.end()
  })
}

/** Credentials and rules of a proxy do not change by asking again; its gateway to the host may come back. */
function refusedBy(status: number, peer: string): HttpError {
  const reason = status === 407 ? 'it does not accept the credentials' : `HTTP status ${status}`
  return new HttpError('network', `The proxy opened no connection to ${peer}: ${reason}.`, {
    status,
    retryable: status >= 500,
  })
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

async function secure(socket: Socket, options: TunnelOptions): Promise<Socket> {
  const { servername, secureContext, giveUp } = options
  return new Promise((resolve, reject) => {
    const secured = connect({ socket, servername, secureContext, ALPNProtocols: ['http/1.1'] })
    const stop = (): void => void secured.destroy(new Error('The connection was given up.'))
    giveUp?.addEventListener('abort', stop, { once: true })
    secured.once('error', reject)
    secured.once('secureConnect', () => {
      giveUp?.removeEventListener('abort', stop)
      secured.off('error', reject)
      resolve(secured)
    })
  })
}
