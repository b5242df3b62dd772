import { Client, escapeIdentifier } from 'pg'
import type { Log } from '../log/log.ts'

interface Handlers {
  onMessage: (payload: string) => void
  onReconnected?: () => void
}

const retryMs = 250

/**
 * One connection that listens on all channels. A refused `connect()` also emits `end`; reacting to both would
 * double the connections with each retry, so there is one timer and one attempt at a time.
 */
export class Listener {
  readonly #url: string
  readonly #log: Log
  readonly #channels = new Map<string, Set<Handlers>>()
  #client: Client | undefined
  #connecting: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #wasConnected = false

  constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
  }

  async listen(channel: string, handlers: Handlers): Promise<{ close(): Promise<void> }> {
    const known = this.#channels.get(channel)
    if (known) known.add(handlers)
    else this.#channels.set(channel, new Set([handlers]))
    await this.#connected()
    await this.#client?.query(`listen ${escapeIdentifier(channel)}`)
    return {
      close: () => {
        this.#channels.get(channel)?.delete(handlers)
        return Promise.resolve()
      },
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#connecting?.catch(() => undefined)
    await this.#client?.end().catch(() => undefined)
  }

  #connected(): Promise<void> {
    if (this.#client) return Promise.resolve()
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined))
    return this.#connecting
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: 'sluice-listen',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    })
    client.on('error', () => undefined)
    client.on('end', () => {
      if (this.#client === client) this.#client = undefined
      this.#again()
    })
    client.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of this.#channels.get(channel) ?? []) onMessage(payload ?? '')
    })
    await client.connect()
    for (const channel of this.#channels.keys()) await client.query(`listen ${escapeIdentifier(channel)}`)
    this.#client = client
    if (this.#wasConnected)
      for (const handlers of this.#channels.values())
        for (const { onReconnected } of handlers) onReconnected?.()
    this.#wasConnected = true
  }

  #again(): void {
    if (this.#closed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#connected().catch((error: unknown) => {
        this.#log.debug({ err: error }, 'the listening connection is not back yet')
        this.#again()
      })
    }, retryMs)
  }
}
