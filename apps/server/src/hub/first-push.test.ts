import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { type SignedIn, testApp } from '../api/testing/test-app.ts'
import { Room } from './relay.ts'
import { HubClient } from './testing/hub-client.ts'
import { UnsentMessages } from './unsent-messages.ts'

const app = testApp()
let owner: SignedIn
let tree: ObjectTree
beforeAll(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})

test('browsers that come while the state is read share the next read', async () => {
  const { workspaceId } = tree.ids
  const { database } = app.current.ctx
  const joins = countCalls(Room.prototype, 'join')
  const reads = countCalls(database, 'inWorkspace')
  const entering = await database.asSystem(async (tx) => {
    // The first read waits here, and so does everybody who joins meanwhile.
    await tx.execute(sql`lock table schedule in access exclusive mode`)
    const clients = Array.from({ length: 12 }, () =>
      HubClient.enter(app.current.origin, workspaceId, owner.accessToken),
    )
    await expect.poll(() => joins.count).toBe(12)
    return clients
  })
  for (const client of await Promise.all(entering)) {
    expect(client.last('pushStacks')?.stacks).toHaveLength(1)
    client.socket.terminate()
  }
  expect(reads.count).toBe(2)
})

/** How often a method is called until the test ends; every call passes through. */
function countCalls(object: object, name: string): { count: number } {
  const calls = { count: 0 }
  const own = Object.getOwnPropertyDescriptor(object, name)
  const method: unknown = Reflect.get(object, name)
  if (typeof method !== 'function') throw new Error(`${name} is no method.`)
  const counting = new Proxy(method, {
    apply(_, self: unknown, given: unknown[]): unknown {
      calls.count += 1
      return Reflect.apply(method, self, given)
    },
  })
  Reflect.set(object, name, counting)
  onTestFinished(() => {
    if (own === undefined) Reflect.deleteProperty(object, name)
    else Object.defineProperty(object, name, own)
  })
  return calls
}

/** Both ends of a connection. The browser's does not read until it is resumed. */
async function pausedBrowser() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const accepted = new Promise<WebSocket>((resolve) => {
    server.on('connection', resolve)
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has this address
  const { port } = server.address() as AddressInfo
  const browser = new WebSocket(`ws://127.0.0.1:${port}`)
  const received: number[] = []
  browser.on('message', (data: Buffer) => received.push(data.byteLength))
  await once(browser, 'open')
  browser.pause()
  const state = { isStuck: false }
  const unsent = new UnsentMessages(await accepted, {
    onStuck: () => (state.isStuck = true),
    onTaken: () => undefined,
  })
  onTestFinished(() => {
    browser.terminate()
    server.close()
  })
  return { browser, received, state, unsent }
}

const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'x')

test('a first state of any size reaches a browser that begins to read late', async () => {
  const { browser, received, state, unsent } = await pausedBrowser()
  unsent.addFirstState([megabytes(20), megabytes(20)])
  unsent.add(megabytes(3))
  unsent.add(megabytes(3))
  browser.resume()
  await expect.poll(() => received.length).toBe(4)
  expect(received.map((bytes) => bytes / 1024 / 1024)).toEqual([20, 20, 3, 3])
  expect(state.isStuck).toBe(false)
})

test('a browser that does not read is given up before its messages fill the memory', async () => {
  const { state, unsent } = await pausedBrowser()
  unsent.addFirstState([megabytes(20)])
  for (let count = 0; count < 16; count++) unsent.add(megabytes(1))
  expect(state.isStuck).toBe(false)
  for (let count = 0; count < 4; count++) unsent.add(megabytes(1))
  expect(state.isStuck).toBe(true)
})
