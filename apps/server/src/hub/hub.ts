import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
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
    const url = new URL(request.url ?? '/', 'http://hub')
    const enter = entranceOf(url, { rooms, feeds })
    if (!enter) return refuse(socket, '404 Not Found')
    if (!isOwnPage(ctx, request)) return refuse(socket, '403 Forbidden')
    sockets.handleUpgrade(request, socket, head, enter)
  }
  server.on('upgrade', onUpgrade)
  const listening = await ctx.database.listen(announcementChannel, {
    onMessage: (payload) => {
      const { workspaceId, kind, ids } = announcement.parse(JSON.parse(payload))
      if (isPushed(kind)) rooms.find(workspaceId)?.announce(kind, ids)
      feeds.announce({ workspaceId, kind, ids })
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
    },
  }
}

function entranceOf(
  url: URL,
  at: { rooms: Rooms; feeds: ProgressFeeds },
): ((socket: WebSocket) => void) | null {
  const workspaceId = url.searchParams.get('workspaceId') ?? ''
  if (url.pathname === '/api/workspaces/hub' && isId(workspaceId)) {
    return (socket) => at.rooms.enter(socket, workspaceId)
  }
  return url.pathname === '/api/progress' ? (socket) => at.feeds.enter(socket) : null
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
    room.connections.delete(connection)
    if (room.connections.size === 0) this.#rooms.delete(connection.workspaceId)
  }

  #countOf(userId: string | null): number {
    return this.#all().filter((connection) => connection.userId === userId).length
  }

  #all(): HubConnection[] {
    return [...this.#rooms.values()].flatMap((room) => [...room.connections])
  }
}
