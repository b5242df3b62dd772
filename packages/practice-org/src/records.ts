import { existsSync, mkdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeJson } from './json-file.ts'
import { newId, prefixOf, sameId } from './ids.ts'

/** A record: field names with JSON values. `Id` is always there. */
export type SObjectRecord = Record<string, unknown> & { Id: string }

/**
 * Records that are no components (groups, sandboxes, test runs…), one JSON file per object.
 * Objects need no declaration here: the query catalogue says which fields show. Records are
 * shared: who changes one in place saves its object.
 */
export class RecordTables {
  readonly #folder: string
  readonly #tables = new Map<string, SObjectRecord[]>()

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Reads every table of the folder, which is made when it is absent. */
  static async open(folder: string): Promise<RecordTables> {
    mkdirSync(folder, { recursive: true })
    const tables = new RecordTables(folder)
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.json')) continue
      tables.#tables.set(name.slice(0, -5), JSON.parse(await readFile(join(folder, name), 'utf8')))
    }
    return tables
  }

  /** All records of an object in the order of their creation. */
  all(object: string): readonly SObjectRecord[] {
    return this.#tables.get(object) ?? []
  }

  /** Ids may have 15 or 18 characters. */
  find(object: string, id: string): SObjectRecord | undefined {
    return this.all(object).find((record) => sameId(record.Id, id))
  }

  /** Adds a record, gives it an id when it has none, and writes the object's file. */
  async insert(object: string, fields: Record<string, unknown>): Promise<SObjectRecord> {
    const record = this.add(object, fields)
    await this.save(object)
    return record
  }

  /** Adds a record in memory only; the caller saves when all are in. */
  add(object: string, fields: Record<string, unknown>): SObjectRecord {
    const id = typeof fields.Id === 'string' ? fields.Id : newId(prefixOf(object))
    const record: SObjectRecord = { ...fields, Id: id }
    const table = this.#tables.get(object) ?? []
    table.push(record)
    this.#tables.set(object, table)
    return record
  }

  /** Puts new records in the place of all old ones; those without an id get one. */
  async replace(object: string, rows: Record<string, unknown>[]): Promise<void> {
    this.#tables.set(object, [])
    for (const row of rows) this.add(object, row)
    await this.save(object)
  }

  /** Changes fields of a record; does nothing when it is gone. */
  async update(object: string, id: string, fields: Record<string, unknown>): Promise<void> {
    const record = this.find(object, id)
    if (!record) return
    Object.assign(record, fields)
    await this.save(object)
  }

  /** Removes a record; does nothing when it is gone. */
  async remove(object: string, id: string): Promise<void> {
    this.#tables.set(
      object,
      this.all(object).filter((record) => !sameId(record.Id, id)),
    )
    await this.save(object)
  }

  /** Forgets the oldest records of an object beyond this number, in memory only; the caller saves. */
  keepNewest(object: string, maximum: number): void {
    if (this.all(object).length > maximum) this.#tables.set(object, this.all(object).slice(-maximum))
  }

  /** Empties every table, files included. */
  async clear(): Promise<void> {
    for (const object of this.#tables.keys()) {
      this.#tables.set(object, [])
      await this.save(object)
    }
  }

  /** Writes one object's file as a whole. */
  async save(object: string): Promise<void> {
    if (!existsSync(this.#folder)) mkdirSync(this.#folder, { recursive: true })
    await writeJson(join(this.#folder, `${object}.json`), this.all(object))
  }
}
