import { createServer } from 'node:net'
import { StartError } from './start-error.ts'

/** Why the server cannot listen, in words. */
export function listenProblem(error: unknown, { host, port }: { host: string; port: number }): StartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} on ${host} is in use. Stop what uses it, or set SLUICE_PORT to another one.`,
    )
  return new StartError(
    `Sluice cannot listen on ${host}:${port} (${code}). Check SLUICE_HOST and SLUICE_PORT.`,
  )
}

/** The port that the server will get; asked for before anything else is started, which takes longer. */
export function findPort(host: string, port: number): Promise<number> {
  return new Promise((done, refuse) => {
    const probe = createServer()
    probe.once('error', (error) => refuse(listenProblem(error, { host, port })))
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : port))
    })
  })
}
