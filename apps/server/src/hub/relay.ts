import { type PushMessageType, pushMessage } from '@sluice/contract/push'
import type { Context } from '../context.ts'
import type { HubConnection } from './hub-connection.ts'
import { firstPush, readers } from './messages.ts'

/** Announcements of one job often come in bursts; within this time they become one message. */
const gatherMs = 50

/**
 * The browsers of one workspace. Joins and deliveries happen one after the other, so that a browser that joins
 * never gets an older state after a newer one.
 */
export class Room {
  /** All connections that joined, also those that wait for their first push. */
  readonly present = new Set<HubConnection>()
  /** The connections that have the full state and get every change. */
  readonly #listening = new Set<HubConnection>()
  readonly #ctx: Context
  readonly #workspaceId: string
  readonly #announced = new Map<PushMessageType, Set<string>>()
  #isGathering = false
  #work: Promise<void> = Promise.resolve()

  constructor(ctx: Context, workspaceId: string) {
    this.#ctx = ctx
    this.#workspaceId = workspaceId
  }

  /** Sends the full state to a new connection; from then on it gets every change. */
  async join(connection: HubConnection): Promise<void> {
    this.present.add(connection)
    return this.#next(async () => {
      // The session may have ended after it was checked and before the connection was present.
      await connection.recheck()
      const texts = await this.#read(firstPush.map((type) => [type, undefined]))
      // It may have left while the state was read.
      if (!this.present.has(connection)) return
      this.#listening.add(connection)
      for (const text of texts) connection.send(text)
    })
  }

  leave(connection: HubConnection): void {
    this.present.delete(connection)
    this.#listening.delete(connection)
  }

  /** Rows of ours have changed. */
  announce(type: PushMessageType, ids: readonly string[]): void {
    const known = this.#announced.get(type)
    if (known) for (const id of ids) known.add(id)
    else this.#announced.set(type, new Set(ids))
    if (this.#isGathering) return
    this.#isGathering = true
    setTimeout(() => void this.#deliver(), gatherMs)
  }

  async #deliver(): Promise<void> {
    this.#isGathering = false
    return this.#next(async () => {
      const announced = [...this.#announced].map(([type, ids]) => [type, [...ids]] as const)
      this.#announced.clear()
      if (announced.some(([type]) => type === 'pushWorkspace')) await this.#recheck()
      if (this.#listening.size === 0) return
      for (const text of await this.#read(announced)) {
        for (const connection of this.#listening) connection.send(text)
      }
      if (announced.some(([type, ids]) => type === 'deleteEntities' && this.#isGone(ids))) {
        for (const connection of this.#listening) connection.close('workspaceGone')
      }
    })
  }

  #isGone(ids: readonly string[]): boolean {
    return ids.includes(`Workspace:${this.#workspaceId}`)
  }

  /** Memberships have changed: connections of people who may no longer be here close before the next message. */
  async #recheck(): Promise<void> {
    for (const connection of this.present) await connection.recheck()
  }

  /** Every message passes its schema, so that nothing leaves that the contract does not name. */
  async #read(
    kinds: readonly (readonly [PushMessageType, readonly string[] | undefined])[],
  ): Promise<string[]> {
    return this.#ctx.database.inWorkspace(this.#workspaceId, null, async (tx) => {
      const texts: string[] = []
      for (const [type, ids] of kinds) {
        const message = await readers[type](tx, this.#workspaceId, ids)
        if (message) texts.push(JSON.stringify(pushMessage.parse(message)))
      }
      return texts
    })
  }

  async #next(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work)
    this.#work = done.catch((error: unknown) => {
      // A connection that may have missed a change is closed: the browser connects again and gets the full state.
      this.#ctx.log.error({ err: error, workspaceId: this.#workspaceId }, 'a push failed')
      for (const connection of this.present) connection.restart()
    })
    return this.#work
  }
}
