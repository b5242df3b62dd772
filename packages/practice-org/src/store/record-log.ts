import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { keyOf } from './component-record.ts'
import type { ComponentRecord } from './component-record.ts'

type Line = ComponentRecord | { removed: string }

/** The index on disk: one JSON line per component; the last line about a component holds. Compacted when opened. */
export class RecordLog {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** Reads what holds, and rewrites the file without what no longer does. A half-written last line is dropped. */
  async load(): Promise<ComponentRecord[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '')
    const records = new Map<string, ComponentRecord>()
    let lines = 0
    for (const line of text.split('\n')) {
      const entry = parseLine(line)
      if (!entry) continue
      lines++
      if ('removed' in entry) records.delete(entry.removed)
      else records.set(keyOf(entry.type, entry.fullName), entry)
    }
    const complete = text === '' || text.endsWith('\n')
    if (lines !== records.size || !complete) await this.#rewrite([...records.values()])
    return [...records.values()]
  }

  /**
   * Adds lines for what is there now and for what is gone (keys). Not atomic: the transaction
   * above repeats it after a crash.
   */
  async append(put: ComponentRecord[], remove: string[]): Promise<void> {
    const lines = [
      ...remove.map((key) => JSON.stringify({ removed: key })),
      ...put.map((record) => JSON.stringify(record)),
    ]
    if (lines.length > 0) await appendFile(this.#file, `${lines.join('\n')}\n`)
  }

  /** Removes the file; the next load finds nothing. */
  async clear(): Promise<void> {
    await rm(this.#file, { force: true })
  }

  async #rewrite(records: ComponentRecord[]): Promise<void> {
    await writeFile(`${this.#file}.new`, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    await rename(`${this.#file}.new`, this.#file)
  }
}

function parseLine(line: string): Line | undefined {
  if (line === '') return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
