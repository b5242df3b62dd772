import type { WebSocket } from 'ws'

/** A browser that does not take one part of a message for so long does not read. */
const patienceMs = 30_000
/** A message is handed over in parts, so that patience is about the speed of the line and not about the size of the message. */
const partBytes = 256 * 1024
/** What may wait for a browser besides its first state. The bytes of a message are there once, for all browsers of a room. */
const waitingBytesAtMost = 16 * 1024 * 1024

interface UnsentOptions {
  /** The browser takes nothing any more. */
  readonly onStuck: () => void
  /** The browser has taken a part of a message. */
  readonly onTaken: () => void
}

/**
 * Messages to one browser, handed to its connection part by part, each when the one before has left. A slow line takes its time; only
 * a browser that takes nothing for `patienceMs`, or falls behind by `waitingBytesAtMost`, is given up: it connects again and gets
 * the full state.
 */
export class UnsentMessages {
  readonly #socket: WebSocket
  readonly #options: UnsentOptions
  readonly #waiting: { readonly message: Buffer; readonly counts: boolean }[] = []
  #waitingBytes = 0
  #isSending = false

  constructor(socket: WebSocket, options: UnsentOptions) {
    this.#socket = socket
    this.#options = options
  }

  /** Our own burst is not the browser's slowness: what a new connection gets first may be of any size. */
  addFirstState(messages: readonly Buffer[]): void {
    for (const message of messages) this.#waiting.push({ message, counts: false })
    void this.#send()
  }

  add(message: Buffer): void {
    this.#waiting.push({ message, counts: true })
    this.#waitingBytes += message.byteLength
    if (this.#waitingBytes > waitingBytesAtMost && this.#waiting.length > 1) this.#options.onStuck()
    else void this.#send()
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (next.counts) this.#waitingBytes -= next.message.byteLength
      if (!(await this.#hand(next.message))) {
        this.#waiting.length = 0
        break
      }
    }
    this.#isSending = false
  }

  /** Whether the whole message has left. */
  async #hand(message: Buffer): Promise<boolean> {
    for (let at = 0; at < message.byteLength; at += partBytes) {
      const part = message.subarray(at, at + partBytes)
      if (!(await this.#handPart(part, at + partBytes >= message.byteLength))) return false
      this.#options.onTaken()
    }
    return true
  }

  #handPart(part: Buffer, isLast: boolean): Promise<boolean> {
    const socket = this.#socket
    if (socket.readyState !== socket.OPEN) return Promise.resolve(false)
    return new Promise((done) => {
      const timer = setTimeout(() => {
        done(false)
        this.#options.onStuck()
      }, patienceMs)
      socket.send(part, { binary: false, fin: isLast }, (error) => {
        clearTimeout(timer)
        done(!error)
      })
    })
  }
}
