import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** A listener on every address of this machine that no test may reach; it counts who connects. */
export interface Sinkhole {
  readonly port: number
  readonly connections: number
}

/** For a test file: open before its tests, closed after them. */
export function sinkhole(): Sinkhole {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  beforeAll(async () => {
    server.listen(0)
    await once(server, 'listening')
  })
  afterAll(() => void server.close())
  return {
    get port() {
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : 0
    },
    get connections() {
      return connections
    },
  }
}

/** Repository addresses that lead, or try to lead, to this machine or to a program; `P` is a port of this machine. */
export const hostileRepositoryAddresses: readonly string[] = [
  'http://127.0.0.1:P/r.git',
  'http://localhost:P/r.git',
  'http://[::1]:P/r.git',
  'https://127.0.0.1:P/r.git',
  'https://localhost:P/r.git',
  'https://localhost.:P/r.git',
  'https://LOCALHOST:P/r.git',
  'https://127.1:P/r.git',
  'https://127.0.0.1.:P/r.git',
  'https://0:P/r.git',
  'https://0.0.0.0:P/r.git',
  'https://2130706433:P/r.git',
  'https://0x7f000001:P/r.git',
  'https://0x7f.1:P/r.git',
  'https://0177.0.0.1:P/r.git',
  'https://%31%32%37.0.0.1:P/r.git',
  'https://127。0。0。1:P/r.git',
  'https://①②⑦.0.0.1:P/r.git',
  'https://[::1]:P/r.git',
  'https://[::]:P/r.git',
  'https://[0:0:0:0:0:0:0:1]:P/r.git',
  'https://[::ffff:127.0.0.1]:P/r.git',
  'https://[::ffff:7f00:1]:P/r.git',
  'https://[::127.0.0.1]:P/r.git',
  'https://[64:ff9b::7f00:1]:P/r.git',
  'https://[2002:7f00:1::]:P/r.git',
  'https://[fe80::1]:P/r.git',
  'https://[fc00::1]:P/r.git',
  'https://10.0.0.1:P/r.git',
  'https://100.64.0.1:P/r.git',
  'https://169.254.169.254:P/r.git',
  'https://172.16.0.1:P/r.git',
  'https://192.168.0.1:P/r.git',
  'https://192.88.99.1:P/r.git',
  'https://198.51.100.1:P/r.git',
  'https://user:secret@127.0.0.1:P/r.git',
  'https://user@localhost:P/r.git',
  'https://8.8.8.8@127.0.0.1:P/r.git',
  'https://127.0.0.1:P\\@8.8.8.8/r.git',
  'https:\\\\127.0.0.1:P\\r.git',
  'https:127.0.0.1:P/r.git',
  'https://127.0.0.1:P/r.git?x',
  'https://127.0.0.1:P/r.git#x',
  'git://127.0.0.1:P/r.git',
  'ssh://127.0.0.1:P/r.git',
  'ftp://127.0.0.1:P/r.git',
  'file:///etc/passwd',
  'ext::sh -c id',
  'javascript:alert(1)',
  'data:text/plain,r',
]
