export interface Entity {
  id: string
}

type Listener = () => void

/**
 * Pushed entities by id. Rows listen to their id, lists to the whole table, so that one push renders
 * one row and asks each list once.
 */
export class EntityTable<T extends Entity> {
  /** Counts changes; lists use it to know whether their last answer still holds. */
  version = 0
  #rows = new Map<string, T>()
  /** The ids that arrived since the rows are being replaced; null at other times. */
  #arrived: Set<string> | null = null
  readonly #byId = new Map<string, Set<Listener>>()
  readonly #all = new Set<Listener>()

  get rows(): ReadonlyMap<string, T> {
    return this.#rows
  }

  get(id: string): T | undefined {
    return this.#rows.get(id)
  }

  /** Resolves once a row with this id is there. The answer of a call that makes something may come before its push. */
  arrival(id: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#rows.has(id)) return resolve()
      const unsubscribe = this.subscribeTo(id, () => {
        if (!this.#rows.has(id)) return
        unsubscribe()
        resolve()
      })
    })
  }

  apply(upserts: readonly T[], removed: readonly string[] = []): void {
    if (upserts.length === 0 && removed.length === 0) return
    for (const row of upserts) {
      this.#rows.set(row.id, row)
      this.#arrived?.add(row.id)
    }
    for (const id of removed) this.#rows.delete(id)
    this.#changed([...upserts.map((row) => row.id), ...removed])
  }

  /** Every row will arrive anew. The present rows stay on the screen until `endReplacement`. */
  beginReplacement(): void {
    this.#arrived = new Set()
  }

  /** Removes the rows that have not arrived since `beginReplacement`. */
  endReplacement(): void {
    const arrived = this.#arrived
    this.#arrived = null
    if (!arrived) return
    this.apply(
      [],
      [...this.#rows.keys()].filter((id) => !arrived.has(id)),
    )
  }

  clear(): void {
    this.#arrived = null
    if (this.#rows.size === 0) return
    const ids = [...this.#rows.keys()]
    this.#rows = new Map()
    this.#changed(ids)
  }

  readonly subscribe = (listener: Listener): Listener => {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  subscribeTo(id: string, listener: Listener): Listener {
    const listeners = this.#byId.get(id) ?? new Set()
    this.#byId.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#byId.delete(id)
    }
  }

  #changed(ids: readonly string[]): void {
    this.version++
    for (const id of ids) for (const listener of this.#byId.get(id) ?? []) listener()
    for (const listener of this.#all) listener()
  }
}
