/** A text that is edited and not saved yet. */
export interface Draft {
  readonly read: () => string
  readonly state: 'unsaved' | 'saving' | 'failed' | 'held'
  /** Why the last save failed; null otherwise. */
  readonly error: Error | null
}

interface DraftsOptions {
  save: (fileId: string, text: string) => Promise<unknown>
  /** How long after the last edit a text is saved. */
  delayMs: number
}

type Listener = () => void

/**
 * The texts of a page that are edited: each is saved a moment after its last edit, one save of a file after the other. They
 * outlive their editors, so that no edit is lost when a row leaves the screen.
 */
export class Drafts {
  #drafts: ReadonlyMap<string, Draft> = new Map()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #saves = new Map<string, Promise<boolean>>()
  readonly #ownSaves = new Set<string>()
  readonly #listeners = new Set<Listener>()
  readonly #options: DraftsOptions

  constructor(options: DraftsOptions) {
    this.#options = options
  }

  /** What is not saved, by file. Another map after each change. */
  readonly all = (): ReadonlyMap<string, Draft> => this.#drafts

  readonly subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The text of a file has changed. A held draft waits until it is saved or discarded on purpose. */
  edit(fileId: string, read: () => string): void {
    const isHeld = this.#drafts.get(fileId)?.state === 'held'
    this.#set(fileId, { read, state: isHeld ? 'held' : 'unsaved', error: null })
    if (!isHeld) this.#schedule(fileId)
  }

  /** Stops saving, because the file has changed elsewhere and a person has to choose. */
  hold(fileId: string): void {
    const draft = this.#drafts.get(fileId)
    if (!draft) return
    this.#unschedule(fileId)
    this.#set(fileId, { ...draft, state: 'held' })
  }

  /** Forgets what is not saved, and waits for a save that is under way. */
  async discard(fileId: string): Promise<void> {
    this.#unschedule(fileId)
    this.#set(fileId, null)
    await this.#saves.get(fileId)
  }

  /** Saves now what is not saved. Tells whether everything of the file is saved. */
  async flush(fileId: string): Promise<boolean> {
    this.#unschedule(fileId)
    while (this.#saves.has(fileId)) await this.#saves.get(fileId)
    const draft = this.#drafts.get(fileId)
    if (!draft) return true
    const save = this.#save(fileId, draft)
    this.#saves.set(fileId, save)
    const isSaved = await save
    if (this.#saves.get(fileId) === save) this.#saves.delete(fileId)
    return isSaved && !this.#drafts.has(fileId)
  }

  /** Saves everything that waits for its time. Tells whether nothing is left unsaved. */
  async flushAll(): Promise<boolean> {
    const waiting = [...this.#drafts].filter(([, { state }]) => state !== 'held').map(([id]) => id)
    await Promise.all(waiting.map((id) => this.flush(id)))
    return this.#drafts.size === 0
  }

  /** Whether a change of the file that was pushed comes from a save of this page. */
  isOwnSave(fileId: string): boolean {
    return this.#saves.has(fileId) || this.#ownSaves.delete(fileId)
  }

  async #save(fileId: string, draft: Draft): Promise<boolean> {
    this.#set(fileId, { ...draft, state: 'saving', error: null })
    this.#ownSaves.add(fileId)
    try {
      await this.#options.save(fileId, draft.read())
    } catch (error) {
      this.#ownSaves.delete(fileId)
      const failure = error instanceof Error ? error : new Error(String(error))
      const now = this.#drafts.get(fileId)
      if (now) this.#set(fileId, { ...now, state: 'failed', error: failure })
      return false
    }
    if (this.#drafts.get(fileId)?.state === 'saving') this.#set(fileId, null)
    return true
  }

  #schedule(fileId: string): void {
    this.#unschedule(fileId)
    this.#timers.set(
      fileId,
      setTimeout(() => void this.flush(fileId), this.#options.delayMs),
    )
  }

  #unschedule(fileId: string): void {
    clearTimeout(this.#timers.get(fileId))
    this.#timers.delete(fileId)
  }

  #set(fileId: string, draft: Draft | null): void {
    const drafts = new Map(this.#drafts)
    if (draft) drafts.set(fileId, draft)
    else drafts.delete(fileId)
    this.#drafts = drafts
    for (const listener of this.#listeners) listener()
  }
}
