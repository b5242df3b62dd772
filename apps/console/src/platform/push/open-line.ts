import type { Line, LineEvents } from './connection.ts'

/** A WebSocket to this origin. */
export function openLine(path: string, events: LineEvents): Line {
  const { protocol, host } = globalThis.location
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${path}`)
  socket.addEventListener('open', events.opened)
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => events.received(data))
  socket.addEventListener('close', ({ code }) => events.closed(code))
  return { send: (text) => socket.send(text), close: () => socket.close() }
}
