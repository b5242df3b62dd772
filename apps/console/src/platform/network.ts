import type { Line, LineEvents } from './push/connection.ts'

/** The only way from the console to its server: calls and push lines. Tests replace it and nothing else. */
export interface Network {
  /** `fetch` of the browser. `address` is absolute or begins with a slash. */
  fetch: (address: string, init?: RequestInit) => Promise<Response>
  /** Opens a WebSocket to this origin. `path` begins with a slash. */
  openLine: (path: string, events: LineEvents) => Line
}

export const browserNetwork: Network = {
  fetch: (address, init) => fetch(address, init),
  openLine: (path, events) => {
    const { protocol, host } = globalThis.location
    const socket = new WebSocket(`${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${path}`)
    socket.addEventListener('open', events.opened)
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => events.received(data))
    socket.addEventListener('close', ({ code }) => events.closed(code))
    return { send: (text) => socket.send(text), close: () => socket.close() }
  },
}
