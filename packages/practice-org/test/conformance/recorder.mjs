// A proxy in front of a practice org that writes down what a client asks: the witness of lines that say how often.
import { createServer, request } from 'node:http'

/** Starts a proxy. `origin` is what clients are given; `calls` grows with each answered call. */
export async function record(target) {
  const { port } = new URL(target)
  const calls = []
  const server = createServer((incoming, outgoing) => {
    const { method, url } = incoming
    // Without packing, so that answers can be read.
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const forwarded = request({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
      const call = { method, path: url, status: answer.statusCode, answer: '' }
      calls.push(call)
      answer.on('data', (chunk) => (call.answer += call.answer.length < 2_000 ? chunk.toString() : ''))
      outgoing.writeHead(answer.statusCode, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${server.address().port}`,
    calls,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
