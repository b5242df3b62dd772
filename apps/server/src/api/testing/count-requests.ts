import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'

/** Counts, until the test ends, the requests that servers of this process receive, such as the practice org's. */
export function countRequests(isCounted: (path: string) => boolean): { count: number } {
  const requests = { count: 0 }
  const onRequest = (message: unknown) => {
    const { request } = Object(message)
    if (request instanceof IncomingMessage && isCounted(request.url ?? '')) requests.count++
  }
  subscribe('http.server.request.start', onRequest)
  onTestFinished(() => void unsubscribe('http.server.request.start', onRequest))
  return requests
}
