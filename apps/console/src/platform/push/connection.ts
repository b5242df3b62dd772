export type ConnectionState = 'Disconnected' | 'Connecting' | 'Connected' | 'Reconnecting'

export interface ConnectionStatus {
  state: ConnectionState
  /** The connection could not be made; only a person's "Try again" leaves this. */
  hasFailed: boolean
}

/** What happens on a line. */
export interface LineEvents {
  opened: () => void
  received: (data: unknown) => void
  closed: (code: number) => void
}

/** The part of a WebSocket that is needed. */
export interface Line {
  send: (text: string) => void
  close: () => void
}

interface ConnectionParts {
  open: (events: LineEvents) => Line
  /** The bearer token. A browser cannot put it into a WebSocket's headers, so it is the first message. */
  token: () => Promise<string | null>
  greeting: (token: string) => unknown
  /** Whether a reason to close makes another attempt pointless, for example that the workspace is gone. */
  isFinal: (closeCode: number) => boolean
  /** The server sends its whole state anew on the line that has just opened. */
  onStateBegins: () => void
  onMessage: (message: unknown) => void
  /** The connection has failed; `cause` is the close code of its last line or the error of its last attempt. */
  onFailure: (cause: unknown) => void
  /** All pushed data is void; another connection brings it again in full. */
  onEnd: () => void
}

/** How often the token is looked at; a new one is sent before the server ends the line for an old one. */
const tokenCheckMs = 20_000

/** Waits before each new attempt, in milliseconds. After the last one the connection has failed. */
const waits = [0, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000]
/** A first connection that never stood gives up sooner: there is nothing on the screen to keep. */
const firstWaits = waits.slice(0, 4)

/** The push connection of a page: it opens lines, opens another one when a line breaks, and gives up in the end. */
export class PushConnection {
  #status: ConnectionStatus = { state: 'Disconnected', hasFailed: false }
  #line: Line | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #tokenCheck: ReturnType<typeof setInterval> | null = null
  #attempt = 0
  readonly #listeners = new Set<() => void>()
  readonly #parts: ConnectionParts

  constructor(parts: ConnectionParts) {
    this.#parts = parts
  }

  readonly status = (): ConnectionStatus => this.#status

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  connect(): void {
    if (this.#status.state !== 'Disconnected') return
    this.#attempt = 0
    this.#become({ state: 'Connecting', hasFailed: false })
    this.#attemptNow()
  }

  /** Wanted by the user: sign-out or another workspace. Not a failure. */
  disconnect(): void {
    this.#abandon()
    this.#become({ state: 'Disconnected', hasFailed: false })
    this.#parts.onEnd()
  }

  #attemptNow(): void {
    this.#parts.token().then(
      (token) => {
        if (this.#status.state === 'Disconnected') return
        if (token === null) this.disconnect()
        else this.#open(token)
      },
      (error: unknown) => this.#lost(error),
    )
  }

  #open(token: string): void {
    let sent = token
    const isCurrent = () => this.#line === line
    const greet = () => line.send(JSON.stringify(this.#parts.greeting(sent)))
    const line = this.#parts.open({
      opened: () => {
        if (!isCurrent()) return
        this.#parts.onStateBegins()
        greet()
      },
      received: (data) => {
        if (isCurrent()) this.#received(data)
      },
      closed: (code) => {
        if (!isCurrent()) return
        if (this.#parts.isFinal(code)) this.#fail(code)
        else this.#lost(code)
      },
    })
    this.#line = line
    this.#tokenCheck = setInterval(() => {
      this.#parts.token().then(
        (renewed) => {
          if (!isCurrent() || renewed === null || renewed === sent) return
          sent = renewed
          greet()
        },
        () => undefined,
      )
    }, tokenCheckMs)
  }

  #received(data: unknown): void {
    // The first message shows that the server has accepted the token.
    if (this.#status.state !== 'Connected') {
      this.#attempt = 0
      this.#become({ state: 'Connected', hasFailed: false })
    }
    if (typeof data === 'string') this.#parts.onMessage(JSON.parse(data))
  }

  #lost(cause: unknown): void {
    this.#abandon()
    const isFirst = this.#status.state === 'Connecting'
    const wait = (isFirst ? firstWaits : waits)[this.#attempt++]
    if (wait === undefined) return this.#fail(cause)
    if (!isFirst) this.#become({ state: 'Reconnecting', hasFailed: false })
    this.#timer = setTimeout(() => this.#attemptNow(), wait)
  }

  #fail(cause: unknown): void {
    this.#abandon()
    this.#parts.onFailure(cause)
    this.#become({ state: 'Disconnected', hasFailed: true })
    this.#parts.onEnd()
  }

  #abandon(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#tokenCheck !== null) clearInterval(this.#tokenCheck)
    this.#timer = null
    this.#tokenCheck = null
    const line = this.#line
    this.#line = null
    line?.close()
  }

  #become(status: ConnectionStatus): void {
    this.#status = status
    for (const listener of this.#listeners) listener()
  }
}
