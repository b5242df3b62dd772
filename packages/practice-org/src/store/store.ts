import { createReadStream, existsSync, mkdirSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keyOf } from './component-record.ts'
import type { ComponentRecord } from './component-record.ts'
import { applyStaged, recoverStaged, stage } from './transaction.ts'
import type { StoreChange } from './transaction.ts'
import type { Journal } from '../journal.ts'
import { RecordLog } from './record-log.ts'

/**
 * The components of one org: contents in `metadata/` in Metadata API format, everything known about them in `components.jsonl`.
 * The index is in memory, contents are read from disk when asked for.
 */
export class ComponentStore {
  readonly #folder: string
  readonly #records = new Map<string, ComponentRecord>()
  readonly #byType = new Map<string, Map<string, ComponentRecord>>()
  readonly #children = new Map<string, Set<string>>()
  readonly #log: RecordLog
  readonly #journal: Journal

  private constructor(folder: string, journal: Journal) {
    this.#folder = folder
    this.#journal = journal
    this.#log = new RecordLog(join(folder, 'components.jsonl'))
  }

  /** Opens the store in this folder and finishes a change that the last process left half done. */
  static async open(folder: string, journal: Journal): Promise<ComponentStore> {
    mkdirSync(join(folder, 'metadata'), { recursive: true })
    const store = new ComponentStore(folder, journal)
    for (const record of await store.#log.load()) store.#index(record)
    const pending = await recoverStaged(folder)
    if (pending) await store.#finish(pending)
    return store
  }

  /** Number of components, nested ones included. */
  get size(): number {
    return this.#records.size
  }

  /** The component with this type and full name. */
  find(type: string, fullName: string): ComponentRecord | undefined {
    return this.#byType.get(type)?.get(fullName)
  }

  /** Type names that have at least one component. */
  types(): string[] {
    return [...this.#byType.keys()].toSorted()
  }

  /** All components of a type in the order of their full names. */
  list(type: string): ComponentRecord[] {
    const names = this.#byType.get(type)
    if (!names) return []
    return [...names.values()].toSorted((a, b) => (a.fullName < b.fullName ? -1 : 1))
  }

  /** The nested components that live in this component's file. */
  children(type: string, fullName: string): ComponentRecord[] {
    const keys = this.#children.get(keyOf(type, fullName)) ?? new Set<string>()
    const records: ComponentRecord[] = []
    for (const key of keys) {
      const record = this.#records.get(key)
      if (record) records.push(record)
    }
    return records
  }

  /** Content of one file of the metadata tree. Throws ENOENT for a path that is not there. */
  async read(path: string): Promise<Buffer> {
    return readFile(this.#path(path))
  }

  /** Content of one file as text. */
  async readText(path: string): Promise<string> {
    return (await this.read(path)).toString('utf8')
  }

  /** Size in bytes, for limits that are checked before anything is read. */
  async sizeOf(path: string): Promise<number> {
    return (await stat(this.#path(path))).size
  }

  /** Content of one file, for what is too large to hold. */
  stream(path: string): NodeJS.ReadableStream {
    return createReadStream(this.#path(path))
  }

  /** Whether the metadata tree has this file. */
  has(path: string): boolean {
    return existsSync(this.#path(path))
  }

  /**
   * Makes a change durable and visible, all or nothing. Callers serialise their changes: two
   * at a time would share one staging folder.
   */
  async commit(change: StoreChange): Promise<void> {
    const staged = await stage(this.#folder, change)
    await this.#finish(staged)
  }

  /** Forgets everything, contents included. */
  async clear(): Promise<void> {
    this.#records.clear()
    this.#byType.clear()
    this.#children.clear()
    await this.#log.clear()
    await rm(join(this.#folder, 'metadata'), { recursive: true, force: true })
    mkdirSync(join(this.#folder, 'metadata'), { recursive: true })
  }

  async #finish(staged: Awaited<ReturnType<typeof stage>>): Promise<void> {
    await applyStaged(this.#folder, staged)
    for (const key of staged.remove) this.#unindex(key)
    for (const record of staged.put) this.#index(record)
    await this.#log.append(staged.put, staged.remove)
    if (staged.journal) await this.#journal.append(staged.journal)
    await rm(join(this.#folder, 'staging'), { recursive: true, force: true })
  }

  #index(record: ComponentRecord): void {
    const key = keyOf(record.type, record.fullName)
    this.#records.set(key, record)
    const names = this.#byType.get(record.type) ?? new Map<string, ComponentRecord>()
    this.#byType.set(record.type, names.set(record.fullName, record))
    if (record.parent === undefined) return
    this.#children.set(record.parent, (this.#children.get(record.parent) ?? new Set<string>()).add(key))
  }

  #unindex(key: string): void {
    const record = this.#records.get(key)
    if (!record) return
    this.#records.delete(key)
    const names = this.#byType.get(record.type)
    names?.delete(record.fullName)
    if (names?.size === 0) this.#byType.delete(record.type)
    if (record.parent !== undefined) this.#children.get(record.parent)?.delete(key)
  }

  #path(path: string): string {
    return join(this.#folder, 'metadata', path)
  }
}
