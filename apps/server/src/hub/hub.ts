import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { announcementChannel } from '../platform/database/announce.ts'
import { isId } from '../platform/ids.ts'
import { HubConnection } from './hub-connection.ts'
import { isPushed } from './messages.ts'
import { ProgressFeeds } from './progress.ts'
import { Room } from './relay.ts'

const maxIncomingBytes = 64 * 1024
const pingEveryMs = 25_000
const socketsPerUser = 20
/** How long a browser may take to say goodbye when the server stops. */
const goodbyeMs = 200

const announcement = z.object({ workspaceId: z.string(), kind: z.string(), ids: z.array(z.string()) })

export interface Hub {
  /** Tells every browser to come back to another server, and stops. */
  close(): Promise<void>
}

/** The live channel: browsers at `/api/workspaces/hub`, progress of single jobs at `/api/progress`. */
export async function startHub(ctx: Context, server: Server): Promise<Hub> {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxIncomingBytes,
  })
  const rooms = new Rooms(ctx)
  const feeds = new ProgressFeeds(ctx)
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const enter = entranceOf(request.url ?? '/', { rooms, feeds })
    if (!enter) return refuse(socket, '404 Not Found')
    if (!isOwnPage(ctx, request)) return refuse(socket, '403 Forbidden')
    sockets.handleUpgrade(request, socket, head, enter)
  }
  server.on('upgrade', onUpgrade)
  const listening = await ctx.database.listen(announcementChannel, {
    onMessage: (payload) => {
      const { data } = announcement.safeParse(JSON.parse(payload))
      if (!data) return
      if (isPushed(data.kind)) rooms.find(data.workspaceId)?.announce(data.kind, data.ids)
      feeds.announce(data)
    },
    onReconnected: () => rooms.restartAll(),
  })
  const pinging = setInterval(() => void rooms.pingAll(), pingEveryMs)
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

/** Browsers name the page that opens a socket; only our own may. Programs name none. */
function isOwnPage(ctx: Context, { headers }: IncomingMessage): boolean {
  const { origin } = headers
  if (origin === undefined || origin === ctx.config.publicUrl) return true
  return URL.canParse(origin) && new URL(origin).host === headers.host
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** The rooms with somebody in them. */
class Rooms {
  readonly #ctx: Context
  readonly #rooms = new Map<string, Room>()

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  find(workspaceId: string): Room | undefined {
    return this.#rooms.get(workspaceId)
  }

  enter(socket: WebSocket, workspaceId: string): void {
    const connection = new HubConnection(this.#ctx, socket, workspaceId)
    connection.listen(() => {
      const room = this.#rooms.get(workspaceId) ?? new Room(this.#ctx, workspaceId)
      this.#rooms.set(workspaceId, room)
      if (this.#countOf(connection.userId) >= socketsPerUser) return connection.close('tooSlow')
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
      await connection
        .recheck()
        .catch((error: unknown) => this.#ctx.log.error({ err: error }, 'a check failed'))
    }
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
