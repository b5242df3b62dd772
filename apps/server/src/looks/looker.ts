import { setMaxListeners } from 'node:events'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { differenceChannel, readSignal } from '../differences/difference-signals.ts'
import { limitConcurrency } from '../platform/limit-concurrency.ts'
import { lookAtBranches } from './branch-look.ts'
import { lookOnce } from './claimed-look.ts'
import { findDueOrgs } from './due-orgs.ts'
import { type StackOf, findStacks } from './stacks-to-look-at.ts'

/** Keeps the differences of all environments up to date until it is stopped. */
export interface Looker {
  stop(): Promise<void>
}

/** How often the database is asked which orgs are due. */
const lookForDueMs = 2_000
/** How often branches of stacks that somebody looks at are polled, and those of all stacks. */
const watchedBranchesMs = 60_000
const allBranchesMs = 3_600_000
/** Each look holds a connection of the pool and needs another one. */
const orgsAtOnce = 2
const stacksAtOnce = 2

/** Looks at branches when they are said to have moved and from time to time, and at orgs when they are due. */
export async function startLooker(ctx: Context): Promise<Looker> {
  const looker = new DifferenceLooker(ctx)
  await looker.start()
  return looker
}

class DifferenceLooker implements Looker {
  readonly #ctx: Context
  readonly #stopping = new AbortController()
  /** By stack: the look that goes on, and whether another one must follow. */
  readonly #branches = new Map<string, { again: boolean }>()
  readonly #orgs = new Set<string>()
  readonly #places = limitConcurrency<StackOf>({
    mayEnter: (_, inside) => inside.length < stacksAtOnce,
    mayWait: () => true,
  })
  readonly #work = new Set<Promise<unknown>>()
  #listening: { close(): Promise<void> } | null = null

  constructor(ctx: Context) {
    this.#ctx = ctx
    // Each stack that waits for its turn listens; Node.js would take so many listeners for a leak.
    setMaxListeners(0, this.#stopping.signal)
  }

  async start(): Promise<void> {
    this.#listening = await this.#ctx.database.listen(differenceChannel, {
      onMessage: (payload) => this.#onSignal(payload),
      onReconnected: () => this.#run(this.#lookAtStacks(false)),
    })
    this.#every(lookForDueMs, () => this.#lookAtDueOrgs())
    this.#every(watchedBranchesMs, () => this.#lookAtStacks(true))
    this.#every(allBranchesMs, () => this.#lookAtStacks(false))
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#listening?.close()
    while (this.#work.size > 0) await Promise.all(this.#work)
  }

  #onSignal(payload: string): void {
    const signal = readSignal(payload)
    if (signal?.what === 'branches') this.#lookAtBranches(signal)
    if (signal?.what === 'orgs') this.#run(this.#lookAtDueOrgs())
  }

  /** Once at the start and then with this pause in between. */
  #every(pauseMs: number, body: () => Promise<void>): void {
    const { clock, log } = this.#ctx
    const round = async () => {
      while (!this.#stopping.signal.aborted) {
        await body().catch((error: unknown) => log.warn({ err: error }, 'looking for differences failed'))
        await clock.wait(pauseMs, this.#stopping.signal).catch(() => undefined)
      }
    }
    this.#run(round())
  }

  #run(work: Promise<unknown>): void {
    const settled = work
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.#ctx.log.warn({ err: error }, 'a look for differences failed')
      })
      .finally(() => this.#work.delete(settled))
    this.#work.add(settled)
  }

  async #lookAtStacks(onlyWatched: boolean): Promise<void> {
    for (const stack of await findStacks(this.#ctx, { onlyWatched })) this.#lookAtBranches(stack)
  }

  /** One look at a time for each stack; what is signalled meanwhile is looked at once more. */
  #lookAtBranches(stack: StackOf): void {
    const running = this.#branches.get(stack.stackId)
    if (running !== undefined) {
      running.again = true
      return
    }
    const state = { again: true }
    this.#branches.set(stack.stackId, state)
    const looks = async () => {
      try {
        while (state.again && !this.#stopping.signal.aborted) {
          state.again = false
          await this.#inTurn(stack)
        }
      } finally {
        this.#branches.delete(stack.stackId)
      }
    }
    this.#run(looks())
  }

  async #inTurn(stack: StackOf): Promise<void> {
    const leave = await this.#places.enter({ ...stack }, this.#stopping.signal)
    if (leave === null) return
    try {
      await this.#alone(stack)
    } finally {
      leave()
    }
  }

  /** Processes write the list of a stack one after the other, so that none writes an older one last. */
  async #alone(stack: StackOf): Promise<void> {
    const { database } = this.#ctx
    await database.asSystem(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('branch-look'), hashtext(${stack.stackId}))`)
      await lookAtBranches(this.#ctx, stack, this.#stopping.signal)
    })
  }

  async #lookAtDueOrgs(): Promise<void> {
    for (const due of await findDueOrgs(this.#ctx)) {
      if (this.#orgs.size >= orgsAtOnce || this.#stopping.signal.aborted) return
      if (this.#orgs.has(due.orgKey)) continue
      this.#orgs.add(due.orgKey)
      const done = lookOnce(this.#ctx, due, this.#stopping.signal)
      this.#run(done.finally(() => this.#orgs.delete(due.orgKey)))
    }
  }
}
