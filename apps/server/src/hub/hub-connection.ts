import { hubClientMessage, hubCloseCodes } from '@sluice/contract/push'
import type { RawData, WebSocket } from 'ws'
import type { Context } from '../context.ts'
import { readAccessToken } from '../users/access-token.ts'
import { recordVisit } from '../audit-log/record-audit.ts'
import { findCaller } from '../users/session-store.ts'
import { findStanding } from '../members/member-store.ts'
import { jsonOf } from './message-text.ts'
import { UnsentMessages } from './unsent-messages.ts'

const authenticateWithinMs = 5_000
/** A browser renews its token every few minutes and sends nothing else; a client that sends more is disconnected. */
const messagesAtMost = 500

/** One browser at the hub. It counts as present after its first message has shown who it is. */
export class HubConnection {
  readonly workspaceId: string
  userId: string | null = null
  isAlive = true
  readonly #ctx: Context
  readonly #socket: WebSocket
  #claims: { userId: string; sessionId: string } | null = null
  readonly #expiryGraceMs: number
  #timer: NodeJS.Timeout
  #received = 0
  readonly #unsent: UnsentMessages

  constructor(ctx: Context, socket: WebSocket, at: { workspaceId: string; expiryGraceMs: number }) {
    this.#ctx = ctx
    this.#socket = socket
    this.workspaceId = at.workspaceId
    this.#expiryGraceMs = at.expiryGraceMs
    this.#timer = setTimeout(() => this.close('notAuthorized'), authenticateWithinMs)
    this.#unsent = new UnsentMessages(socket, {
      onStuck: () => this.close('tooSlow'),
      onTaken: () => (this.isAlive = true),
    })
    socket.on('pong', () => (this.isAlive = true))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => clearTimeout(this.#timer))
  }

  /** Calls back once, when the first message proves a caller who may enter. Later ones renew the token. */
  listen(onEnter: () => void): void {
    this.#socket.on('message', (data, isBinary) => {
      this.#receive(data, isBinary)
        .then((entered) => entered && onEnter())
        .catch((error: unknown) => {
          this.#ctx.log.error({ err: error }, 'a hub message failed')
          this.#socket.close(1011)
        })
    })
  }

  /** The full state of the workspace, before anything else. */
  sendFirstState(messages: readonly Buffer[]): void {
    this.#unsent.addFirstState(messages)
  }

  send(message: Buffer): void {
    this.#unsent.add(message)
  }

  close(reason: keyof typeof hubCloseCodes): void {
    this.#socket.close(hubCloseCodes[reason], reason)
  }

  /** The server stops, or messages were missed: the browser connects again and gets the full state. */
  restart(): void {
    this.#socket.close(1012, 'restart')
  }

  /** Ends a connection that has not answered the last ping, and pings the others. */
  ping(): void {
    if (!this.isAlive) return this.#socket.terminate()
    this.isAlive = false
    this.#socket.ping()
  }

  /** Looks again whether the session lives and its user may still be here. */
  async recheck(): Promise<void> {
    if (this.#claims && !(await this.#mayStay(this.#claims))) this.close('notAuthorized')
  }

  async #receive(data: RawData, isBinary: boolean): Promise<boolean> {
    if (++this.#received > messagesAtMost) {
      this.close('badMessage')
      return false
    }
    const message = hubClientMessage.safeParse(jsonOf(data, isBinary))
    if (!message.success) {
      this.close('badMessage')
      return false
    }
    const claims = await readAccessToken(this.#ctx.secrets, message.data.accessToken, this.#ctx.clock.now())
    const isOther = this.#claims !== null && this.#claims.userId !== claims?.userId
    if (!claims || isOther || !(await this.#mayStay(claims))) {
      this.close('notAuthorized')
      return false
    }
    const isFirst = this.#claims === null
    this.#claims = claims
    this.userId = claims.userId
    this.#expireAt(claims.expiresUtc)
    if (isFirst) await this.#recordVisit(claims.userId)
    return isFirst
  }

  #expireAt(expiresUtc: Date): void {
    clearTimeout(this.#timer)
    const left = expiresUtc.getTime() - this.#ctx.clock.now().getTime()
    this.#timer = setTimeout(() => this.close('tokenExpired'), left + this.#expiryGraceMs)
  }

  /** The first state that the hub sends is a view of the whole workspace. */
  async #recordVisit(userId: string): Promise<void> {
    const { workspaceId } = this
    await this.#ctx.database.asSystem(async (tx) => {
      const standing = await findStanding(tx, workspaceId, userId)
      if (standing?.accessLevel !== null) return
      await recordVisit(tx, { workspaceId, actorUserId: userId, details: { operation: 'readWorkspace' } })
    })
  }

  async #mayStay(claims: { userId: string; sessionId: string }): Promise<boolean> {
    return this.#ctx.database.asSystem(async (tx) => {
      const caller = await findCaller(this.#ctx, tx, claims)
      const standing = caller && (await findStanding(tx, this.workspaceId, caller.userId))
      if (!caller || !standing) return false
      return standing.accessLevel !== null || caller.isGlobalAdministrator
    })
  }
}
