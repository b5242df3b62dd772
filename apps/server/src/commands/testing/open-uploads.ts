import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll } from 'vitest'

const channel = 'http.server.request.start'

/** How many archives the practice org in this process is being sent at the moment. */
export function openUploads(): () => number {
  let open = 0
  const onRequest = (message: unknown) => {
    const { request, response } = Object(message)
    if (!(request instanceof IncomingMessage) || !(response instanceof ServerResponse)) return
    if (request.method !== 'POST' || !request.url?.endsWith('/metadata/deployRequest')) return
    open++
    response.on('close', () => open--)
  }
  beforeAll(() => subscribe(channel, onRequest))
  afterAll(() => void unsubscribe(channel, onRequest))
  return () => open
}
