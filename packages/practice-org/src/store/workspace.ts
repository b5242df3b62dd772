import { newId, prefixOf } from '../ids.ts'
import { keyOf } from './component-record.ts'
import type { ComponentRecord } from './component-record.ts'
import type { ComponentStore } from './store.ts'
import type { StoreChange } from './transaction.ts'
import type { JournalComponent, JournalEntry } from '../journal.ts'
import { parseXml } from '../xml/parse.ts'
import type { XmlElement } from '../xml/element.ts'
import { writeXml } from '../xml/write.ts'

/** Who changes something, and when (ISO text in UTC): what records of changed components show. */
export interface Author {
  userId: string
  date: string
  /** Changed components keep their former author and date, as profiles do when somebody changes a field's access. */
  keepsDates?: boolean
}

/** What is said of a component that was made or changed. */
type Touched = Pick<ComponentRecord, 'type' | 'fullName' | 'files' | 'parent' | 'versions'>

/**
 * What a deployment would make of the org: the store seen through its changes, until they are
 * committed or dropped. Reads see own writes; nothing reaches the store before `toChange` is
 * committed.
 */
export class Workspace {
  readonly #store: ComponentStore
  readonly #author: Author
  readonly #writes = new Map<string, Uint8Array>()
  readonly #deletes = new Set<string>()
  readonly #put = new Map<string, ComponentRecord>()
  readonly #removed = new Set<string>()
  readonly #documents = new Map<string, XmlElement>()
  /** Every change in its order, for journal and source tracking. */
  readonly changes: JournalComponent[] = []

  constructor(store: ComponentStore, author: Author) {
    this.#store = store
    this.#author = author
  }

  /** The component as it would be; undefined when it is absent or removed here. */
  find(type: string, fullName: string): ComponentRecord | undefined {
    const key = keyOf(type, fullName)
    if (this.#removed.has(key)) return undefined
    return this.#put.get(key) ?? this.#store.find(type, fullName)
  }

  /** Components of a type, deployed ones included. */
  list(type: string): ComponentRecord[] {
    const kept = this.#store.list(type).filter((record) => !this.#removed.has(keyOf(type, record.fullName)))
    const known = new Set(kept.map((record) => record.fullName))
    const added = [...this.#put.values()].filter(
      (record) => record.type === type && !known.has(record.fullName),
    )
    return [...kept, ...added]
  }

  /** The nested components of a component, added ones included and removed ones not. */
  children(type: string, fullName: string): ComponentRecord[] {
    const key = keyOf(type, fullName)
    const kept = this.#store
      .children(type, fullName)
      .filter((record) => !this.#removed.has(keyOf(record.type, record.fullName)))
    const known = new Set(kept.map((record) => keyOf(record.type, record.fullName)))
    const added = [...this.#put.values()].filter(
      (record) => record.parent === key && !known.has(keyOf(record.type, record.fullName)),
    )
    return [...kept, ...added]
  }

  /** The file as it would be; undefined when there is none. */
  async read(path: string): Promise<Uint8Array | undefined> {
    if (this.#deletes.has(path)) return undefined
    const document = this.#documents.get(path)
    if (document) return Buffer.from(writeXml(document))
    return this.#writes.get(path) ?? (this.#store.has(path) ? await this.#store.read(path) : undefined)
  }

  /** The parsed file, to be changed in place and then given to `putDocument`. */
  async document(path: string): Promise<XmlElement | undefined> {
    const known = this.#documents.get(path)
    if (known) return known
    const content = await this.read(path)
    return content ? parseXml(Buffer.from(content).toString('utf8')) : undefined
  }

  /**
   * Keeps a changed document. It is serialised once, when it is read or committed, however
   * many components change it.
   */
  putDocument(path: string, document: XmlElement): void {
    this.#deletes.delete(path)
    this.#documents.set(path, document)
  }

  /** Sets a file's bytes, in the place of a document that was put before. */
  write(path: string, content: Uint8Array): void {
    this.#deletes.delete(path)
    this.#documents.delete(path)
    this.#writes.set(path, content)
  }

  /** Removes a file; its components are removed on their own with `remove`. */
  deleteFile(path: string): void {
    this.#writes.delete(path)
    this.#documents.delete(path)
    this.#deletes.add(path)
  }

  /**
   * Notes that a component was made or changed. Returns its record, with a new id and creation
   * date when it is new.
   */
  touch(component: Touched): ComponentRecord {
    const { type, fullName, files, parent, versions } = component
    const before = this.find(type, fullName)
    const { userId, date, keepsDates } = this.#author
    const record: ComponentRecord = {
      ...(before ?? { id: newId(prefixOf(type)), createdById: userId, createdDate: date }),
      type,
      fullName,
      files,
      ...(parent === undefined ? {} : { parent }),
      ...(versions === undefined ? {} : { versions }),
      lastModifiedById: (keepsDates && before?.lastModifiedById) || userId,
      lastModifiedDate: (keepsDates && before?.lastModifiedDate) || date,
    }
    const key = keyOf(type, fullName)
    this.#removed.delete(key)
    this.#put.set(key, record)
    this.changes.push({ type, fullName, change: before ? 'changed' : 'created' })
    return record
  }

  /** Notes that a component and everything inside it is gone. */
  remove(record: ComponentRecord): void {
    for (const child of this.children(record.type, record.fullName)) this.remove(child)
    const key = keyOf(record.type, record.fullName)
    this.#put.delete(key)
    this.#removed.add(key)
    this.changes.push({ type: record.type, fullName: record.fullName, change: 'deleted' })
  }

  /**
   * Everything that has to happen to the store, with the journal's entry in the same
   * transaction.
   */
  toChange(journal?: JournalEntry): StoreChange {
    const writes = new Map(this.#writes)
    for (const [path, document] of this.#documents) writes.set(path, Buffer.from(writeXml(document)))
    return {
      writes,
      deletes: this.#deletes,
      put: [...this.#put.values()],
      remove: [...this.#removed],
      ...(journal ? { journal } : {}),
    }
  }
}
