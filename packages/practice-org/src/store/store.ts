import { existsSync, mkdirSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { keyOf } from './component-record.ts'
import type { ComponentRecord } from './component-record.ts'
import { applyStaged, recoverStaged, stage } from './transaction.ts'
import type { StoreChange } from './transaction.ts'
import type { Journal } from '../journal.ts'
import { RecordLog } from './record-log.ts'
import { SeedArchive, seedArchiveWriter } from './seed-archive.ts'

/**
 * The components of one org: contents in Metadata API format in `seed.zip` as the org was made, in `metadata/` as it was
 * changed since; everything known about them in `components.jsonl`. The index is in memory, contents are read from disk
 * when asked for.
 */
export class ComponentStore {
  readonly #folder: string
  readonly #records = new Map<string, ComponentRecord>()
  readonly #byType = new Map<string, Map<string, ComponentRecord>>()
  readonly #children = new Map<string, Set<string>>()
  readonly #log: RecordLog
  readonly #journal: Journal
  #seed: SeedArchive

  private constructor(folder: string, journal: Journal) {
    this.#folder = folder
    this.#journal = journal
    this.#log = new RecordLog(join(folder, 'components.jsonl'))
    this.#seed = SeedArchive.open(join(folder, 'seed.zip'))
  }

  /** Opens the store in this folder and finishes a change that the last process left half done. */
  static async open(folder: string, journal: Journal): Promise<ComponentStore> {
    mkdirSync(join(folder, 'metadata'), { recursive: true })
    const store = new ComponentStore(folder, journal)
    for (const record of await store.#log.load()) store.#index(record)
    const pending = await recoverStaged(folder)
    if (pending) await store.#finish(pending)
    await store.#settleSeed()
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

  /** Number of components of a type. */
  count(type: string): number {
    return this.#byType.get(type)?.size ?? 0
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

  /** Content of one file. Throws ENOENT for a path that is not there. */
  async read(path: string): Promise<Buffer> {
    return this.#seed.read(path) ?? readFile(this.#path(path))
  }

  /** Content of one file as text. */
  async readText(path: string): Promise<string> {
    return (await this.read(path)).toString('utf8')
  }

  /** Whether there is a file at this path. */
  has(path: string): boolean {
    return this.#seed.has(path) || existsSync(this.#path(path))
  }

  /**
   * Makes a change durable and visible, all or nothing. Callers serialise their changes: two
   * at a time would share one staging folder.
   */
  async commit(change: StoreChange): Promise<void> {
    const staged = await stage(this.#folder, change)
    await this.#finish(staged)
  }

  /**
   * Fills an org that is empty and that nobody sees yet, without a transaction: many times faster. When the process dies
   * before `body` is through, the org's folder has to go. `body` is given what takes the changes, one after the other.
   */
  async fill(body: (add: (change: StoreChange) => Promise<void>) => Promise<void>): Promise<void> {
    const file = join(this.#folder, 'seed.zip')
    const zip = seedArchiveWriter(file)
    await body(async (change) => {
      for (const [path, content] of change.writes) await zip.add(path, content)
      for (const record of change.put) this.#index(record)
      await this.#log.append(change.put, [])
    })
    await zip.finish()
    this.#seed = SeedArchive.open(file)
  }

  /** Forgets everything, contents included. */
  async clear(): Promise<void> {
    this.#records.clear()
    this.#byType.clear()
    this.#children.clear()
    await this.#log.clear()
    await rm(join(this.#folder, 'seed.zip'), { force: true })
    this.#seed = SeedArchive.open(join(this.#folder, 'seed.zip'))
    await rm(join(this.#folder, 'metadata'), { recursive: true, force: true })
    mkdirSync(join(this.#folder, 'metadata'), { recursive: true })
  }

  async #finish(staged: Awaited<ReturnType<typeof stage>>): Promise<void> {
    await applyStaged(this.#folder, staged)
    for (const path of staged.deletes) this.#seed.forget(path)
    for (const { path } of staged.files) this.#seed.forget(path)
    for (const key of staged.remove) this.#unindex(key)
    for (const record of staged.put) this.#index(record)
    await this.#log.append(staged.put, staged.remove)
    if (staged.journal) await this.#journal.append(staged.journal)
    await rm(join(this.#folder, 'staging'), { recursive: true, force: true })
  }

  /** The tree and the index say what of the seed still holds; nothing else is written down about it. */
  async #settleSeed(): Promise<void> {
    const seeded = this.#seed.paths()
    if (seeded.length === 0) return
    const live = new Set([...this.#records.values()].flatMap((record) => record.files))
    for (const path of seeded) if (!live.has(path)) this.#seed.forget(path)
    const tree = join(this.#folder, 'metadata')
    for (const entry of await readdir(tree, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        this.#seed.forget(relative(tree, join(entry.parentPath, entry.name)).split(sep).join('/'))
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
