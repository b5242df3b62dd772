import { once } from 'node:events'
import { hubCloseCodes } from '@sluice/contract/push'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createObjectTree } from '../api/testing/object-tree.ts'
import { testApp } from '../api/testing/test-app.ts'
import { issueProgressToken } from '../jobs/progress-token.ts'
import { jobProgress } from '../platform/database/schema/job-execution.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { ProgressFeeds } from './progress.ts'
import { ProgressClient } from './testing/progress-client.ts'

const app = testApp()
let server: WebSocketServer
let feeds: ProgressFeeds
let workspaceId: string
let jobId: string
let token: string
/** What the server does with a connection after the feeds have taken it. */
let onEntered: (socket: WebSocket) => void
const clients: ProgressClient[] = []

beforeEach(async () => {
  const { ctx } = app.current
  const owner = await app.current.signIn()
  ;({ workspaceId, jobId } = (await createObjectTree(app.current, owner)).ids)
  await ctx.database.asSystem(async (tx) => {
    await tx.update(job).set({ status: 'Running' }).where(eq(job.id, jobId))
    await tx.insert(jobProgress).values({ jobId, workspaceId, version: 1, scopes: [] })
  })
  token = await issueProgressToken(ctx, { workspaceId, jobId, userId: owner.userId })
  feeds = new ProgressFeeds(ctx)
  onEntered = () => undefined
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (socket) => {
    feeds.enter(socket)
    onEntered(socket)
  })
  await once(server, 'listening')
})
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate()
  server.close()
})

function connect(): ProgressClient {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  const client = new ProgressClient(`http://127.0.0.1:${port}`, token)
  clients.push(client)
  return client
}

async function follow(): Promise<ProgressClient> {
  const client = connect()
  await expect.poll(() => client.messages.length + (client.closeCode ?? 0)).toBeGreaterThan(0)
  return client
}

test('a person follows at most twenty jobs at a time', async () => {
  for (let n = 0; n < 20; n += 1) expect((await follow()).closeCode).toBeNull()
  expect((await follow()).closeCode).toBe(hubCloseCodes.tooMany)
})

test('who went away while the first message was checked is forgotten', async () => {
  onEntered = (socket) => socket.once('message', () => socket.terminate())
  const leaving = Array.from({ length: 20 }, connect)
  await expect.poll(() => leaving.filter(({ closeCode }) => closeCode === null).length).toBe(0)
  onEntered = () => undefined
  expect((await follow()).closeCode).toBeNull()
})

test('a browser that does not read is disconnected instead of filling the memory', async () => {
  const entered: WebSocket[] = []
  onEntered = (socket) => void entered.push(socket)
  const client = await follow()
  client.socket.pause()
  const [socket] = entered
  // More than the buffers of the connection hold.
  socket?.send(JSON.stringify('x'.repeat(32 * 1024 * 1024)))
  feeds.announce({ workspaceId, kind: 'jobProgress', ids: [jobId] })
  await expect.poll(() => socket?.readyState).toBe(socket?.CLOSING)
  client.socket.resume()
  await expect.poll(() => client.closeCode).toBe(hubCloseCodes.tooSlow)
})
