import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { announcementChannel, endedSessionsKind } from '../platform/database/announce.ts'
import { isOwnHost, isOwnPage } from '../platform/http/own-address.ts'
import { isId } from '../platform/ids.ts'
import { HubConnection } from './hub-connection.ts'
import { isPushed } from './messages.ts'
import { ProgressFeeds } from './progress.ts'
import { Room } from './relay.ts'

const maxIncomingBytes = 64 * 1024
const compressedFromBytes = 8 * 1024
const socketsPerUser = 20
/** How long a browser may take to say goodbye when the server stops. */
const goodbyeMs = 200

export interface HubTimes {
  /** Between looks at every connection: whether it answers, and whether its user may still be here. */
  readonly pingEveryMs: number
  /** A renewal may come a little late: the browser refreshes 30 seconds before the end. */
  readonly expiryGraceMs: number
}
const usualTimes: HubTimes = { pingEveryMs: 25_000, expiryGraceMs: 10_000 }

const announcement = z.object({ workspaceId: z.string(), kind: z.string(), ids: z.array(z.string()) })

export interface Hub {
  /** Closes every connection, so that the browsers connect to another server, and stops. */
  close(): Promise<void>
}

/** The live channel: browsers at `/api/workspaces/hub`, progress of single jobs at `/api/progress`. */
export async function startHub(ctx: Context, server: Server, times = usualTimes): Promise<Hub> {
  const sockets = new WebSocketServer({
    noServer: true,
    // The state of a large workspace is megabytes of text of which a tenth is left; without a context that lasts no memory is kept.
    perMessageDeflate: {
      threshold: compressedFromBytes,
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
      concurrencyLimit: 4,
      zlibDeflateOptions: { level: 1 },
    },
    maxPayload: maxIncomingBytes,
  })
  const rooms = new Rooms(ctx, times)
  const feeds = new ProgressFeeds(ctx)
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { headers } = request
    const enter = entranceOf(request.url ?? '/', { rooms, feeds })
    if (!enter) return refuse(socket, '404 Not Found')
    if (!isOwnHost(ctx.config, headers) || !isOwnPage(ctx.config, headers))
      return refuse(socket, '403 Forbidden')
    sockets.handleUpgrade(request, socket, head, enter)
  }
  server.on('upgrade', onUpgrade)
  const listening = await ctx.database.listen(announcementChannel, {
    onMessage: (payload) => {
      const { data } = announcement.safeParse(JSON.parse(payload))
      if (!data) return
      if (isPushed(data.kind)) rooms.find(data.workspaceId)?.announce(data.kind, data.ids)
      if (data.kind === endedSessionsKind) rooms.recheckUsers(data.ids)
      feeds.announce(data)
    },
    onReconnected: () => rooms.restartAll(),
  })
  const pinging = setInterval(() => void rooms.pingAll(), times.pingEveryMs)
  return {
    async close() {
      clearInterval(pinging)
      server.off('upgrade', onUpgrade)
      await listening.close()
      rooms.restartAll()
      feeds.closeAll()
      sockets.close()
      await pause(goodbyeMs, undefined, { ref: false })
      for (const socket of sockets.clients) socket.terminate()
    },
  }
}

/** What a client writes into a request line may be no address at all. */
function entranceOf(
  path: string,
  at: { rooms: Rooms; feeds: ProgressFeeds },
): ((socket: WebSocket) => void) | null {
  const base = 'http://hub'
  if (!URL.canParse(path, base)) return null
  const { pathname, searchParams } = new URL(path, base)
  const workspaceId = searchParams.get('workspaceId') ?? ''
  if (pathname === '/api/workspaces/hub' && isId(workspaceId)) {
    return (socket) => at.rooms.enter(socket, workspaceId)
  }
  return pathname === '/api/progress' ? (socket) => at.feeds.enter(socket) : null
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** The rooms with somebody in them. */
class Rooms {
  readonly #ctx: Context
  readonly #times: HubTimes
  readonly #rooms = new Map<string, Room>()

  constructor(ctx: Context, times: HubTimes) {
    this.#ctx = ctx
    this.#times = times
  }

  find(workspaceId: string): Room | undefined {
    return this.#rooms.get(workspaceId)
  }

  enter(socket: WebSocket, workspaceId: string): void {
    const connection = new HubConnection(this.#ctx, socket, { workspaceId, ...this.#times })
    connection.listen(() => {
      // It may have gone away while its first message was checked; its `close` event has passed then.
      if (socket.readyState !== socket.OPEN) return
      if (this.#countOf(connection.userId) >= socketsPerUser) return connection.close('tooMany')
      const room = this.#rooms.get(workspaceId) ?? new Room(this.#ctx, workspaceId)
      this.#rooms.set(workspaceId, room)
      socket.on('close', () => this.#leave(room, connection))
      void room.join(connection)
    })
  }

  restartAll(): void {
    for (const connection of this.#all()) connection.restart()
  }

  async pingAll(): Promise<void> {
    for (const connection of this.#all()) {
      connection.ping()
      await this.#recheck(connection)
    }
  }

  /** Sessions of these users have ended: those of their sockets that belong to one close. */
  recheckUsers(userIds: readonly string[]): void {
    for (const connection of this.#all()) {
      if (connection.userId !== null && userIds.includes(connection.userId)) void this.#recheck(connection)
    }
  }

  async #recheck(connection: HubConnection): Promise<void> {
    await connection
      .recheck()
      .catch((error: unknown) => this.#ctx.log.error({ err: error }, 'a check failed'))
  }

  #leave(room: Room, connection: HubConnection): void {
    room.leave(connection)
    if (room.present.size === 0) this.#rooms.delete(connection.workspaceId)
  }

  #countOf(userId: string | null): number {
    return this.#all().filter((connection) => connection.userId === userId).length
  }

  #all(): HubConnection[] {
    return [...this.#rooms.values()].flatMap((room) => [...room.present])
  }
}
