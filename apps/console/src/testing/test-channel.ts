import type { Line, LineEvents } from '../platform/push/connection.ts'

interface TestLine {
  events: LineEvents
  received: unknown[]
}

/** The server's side of the push lines at one path. */
export class TestChannel {
  /** `answering` sends `onGreeting` to each new line, `silent` accepts it and sends nothing, `refusing` closes it. */
  mode: 'answering' | 'silent' | 'refusing' = 'answering'
  readonly lines: TestLine[] = []
  /** Where each line was opened. */
  readonly addresses: string[] = []
  #open: TestLine | null = null
  readonly #onGreeting: () => readonly unknown[]

  constructor(onGreeting: () => readonly unknown[]) {
    this.#onGreeting = onGreeting
  }

  accept(address: string, events: LineEvents): Line {
    this.addresses.push(address)
    const line: TestLine = { events, received: [] }
    this.lines.push(line)
    const isRefused = this.mode === 'refusing'
    queueMicrotask(() => {
      if (isRefused) return events.closed(1006)
      this.#open = line
      return events.opened()
    })
    return {
      send: (text) => {
        line.received.push(JSON.parse(text))
        if (line.received.length === 1 && this.mode === 'answering')
          for (const message of this.#onGreeting()) events.received(JSON.stringify(message))
      },
      close: () => {
        if (this.#open === line) this.#open = null
      },
    }
  }

  /** Sends a message on the open line. */
  send(message: unknown): void {
    if (!this.#open) throw new Error('The page has no open line to send on.')
    this.#open.events.received(JSON.stringify(message))
  }

  /** Closes the open line from the server's side. */
  close(code: number): void {
    const line = this.#open
    this.#open = null
    line?.events.closed(code)
  }
}
