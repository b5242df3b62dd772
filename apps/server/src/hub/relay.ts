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
  /** The connections that no read of the full state has begun for. */
  readonly #joining = new Set<HubConnection>()
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
    this.#joining.add(connection)
    // Whoever comes while a read waits for its turn is served by it: after a restart all browsers come at once.
    if (this.#joining.size > 1) return this.#work
    return this.#next(async () => this.#welcome())
  }

  leave(connection: HubConnection): void {
    this.present.delete(connection)
    this.#joining.delete(connection)
    this.#listening.delete(connection)
  }

  async #welcome(): Promise<void> {
    const joining = [...this.#joining]
    this.#joining.clear()
    if (joining.length === 0) return
    // A session may have ended after it was checked and before the connection was present.
    await Promise.all(joining.map((connection) => connection.recheck()))
    const messages = await this.#read(firstPush.map((type) => [type, undefined]))
    for (const connection of joining) {
      // It may have left while the state was read.
      if (!this.present.has(connection)) continue
      this.#listening.add(connection)
      connection.sendFirstState(messages)
    }
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
      for (const message of await this.#read(announced)) {
        for (const connection of this.#listening) connection.send(message)
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
  ): Promise<Buffer[]> {
    return this.#ctx.database.inWorkspace(this.#workspaceId, null, async (tx) => {
      const messages: Buffer[] = []
      for (const [type, ids] of kinds) {
        const message = await readers[type](tx, this.#workspaceId, ids)
        if (message) messages.push(Buffer.from(JSON.stringify(pushMessage.parse(message))))
      }
      return messages
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
