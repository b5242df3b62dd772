import { type ProgressMessage, progressMessage } from '@sluice/contract/progress'
import { hubCloseCodes, progressClientMessage } from '@sluice/contract/push'
import type { WebSocket } from 'ws'
import type { Context } from '../context.ts'
import { endedSessionsKind } from '../platform/database/announce.ts'
import { findProgress } from '../jobs/progress-store.ts'
import { type ProgressClaims, readProgressToken } from '../jobs/progress-token.ts'
import { findActor } from '../members/find-actor.ts'
import { jsonOf } from './message-text.ts'
import { sendUnlessSlow } from './send-unless-slow.ts'

const subscribeWithinMs = 5_000
const liveAtMostMs = 3_600_000
const feedsPerUser = 20

/** Sockets that follow the progress of one job each, until it ends or their hour is over. */
export class ProgressFeeds {
  readonly #ctx: Context
  readonly #feeds = new Map<WebSocket, ProgressClaims>()

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  enter(socket: WebSocket): void {
    let timer = setTimeout(() => socket.close(hubCloseCodes.notAuthorized), subscribeWithinMs)
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(timer)
      this.#feeds.delete(socket)
    })
    socket.once('message', (data, isBinary) => {
      clearTimeout(timer)
      void this.#guarded(socket, async () => {
        const message = progressClientMessage.safeParse(jsonOf(data, isBinary))
        const claims = message.success && (await readProgressToken(this.#ctx, message.data.topicSasToken))
        // It may have gone away while its message was checked; its `close` event has passed then.
        if (socket.readyState !== socket.OPEN) return
        if (!claims) return socket.close(hubCloseCodes.notAuthorized)
        if (this.#countOf(claims) >= feedsPerUser) return socket.close(hubCloseCodes.tooMany)
        timer = setTimeout(() => socket.close(hubCloseCodes.tokenExpired), liveAtMostMs)
        this.#feeds.set(socket, claims)
        await this.#send(socket, claims)
      })
    })
  }

  /** Progress was made, or the job itself changed and may have ended. */
  announce(change: { workspaceId: string; kind: string; ids: readonly string[] }): void {
    const { kind, ids, workspaceId } = change
    if (kind === endedSessionsKind) return this.#restartUsers(ids)
    const isRelevant = kind === 'jobProgress' || kind === 'pushJobs' || kind === 'pushWorkspace'
    for (const [socket, claims] of isRelevant ? this.#feeds : []) {
      const concerns = kind === 'pushWorkspace' || ids.includes(claims.jobId)
      if (claims.workspaceId !== workspaceId || !concerns) continue
      void this.#guarded(socket, async () => this.#send(socket, claims))
    }
  }

  /** A feed knows its user and not his session: whoever is still signed in somewhere comes back. */
  #restartUsers(userIds: readonly string[]): void {
    for (const [socket, { userId }] of this.#feeds) {
      if (userIds.includes(userId)) socket.close(1012, 'restart')
    }
  }

  closeAll(): void {
    for (const socket of this.#feeds.keys()) socket.close(1012)
  }

  /** Sends the newest progress; ends the feed with the job, and when its member has left. */
  async #send(socket: WebSocket, claims: ProgressClaims): Promise<void> {
    const { workspaceId, userId } = claims
    const found = await this.#ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
      const reader = await findActor(this.#ctx, tx, { workspaceId, userId })
      return reader === null ? null : findProgress(tx, claims)
    })
    if (!found) return socket.close(hubCloseCodes.notAuthorized)
    if (found.progress) {
      const message: ProgressMessage = { subject: 'JobProgress', body: found.progress }
      sendUnlessSlow(socket, JSON.stringify(progressMessage.parse(message)))
    }
    if (found.isEnded) socket.close(1000)
  }

  #countOf({ userId }: ProgressClaims): number {
    return [...this.#feeds.values()].filter((claims) => claims.userId === userId).length
  }

  async #guarded(socket: WebSocket, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      this.#ctx.log.error({ err: error }, 'a progress feed failed')
      socket.close(1011)
    })
  }
}
