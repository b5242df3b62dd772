import { existsSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'

/** A component as the journal names it. */
export interface JournalComponent {
  type: string
  fullName: string
  change: 'created' | 'changed' | 'deleted' | 'unchanged' | 'failed'
}

/**
 * One accepted effect. `id` is the id of the deployment or of the edit; each effect is written
 * once. `status` is that of the deployment; failed ones and validations are written too.
 * `time` is an ISO text in UTC.
 */
export interface JournalEntry {
  id: string
  kind: 'deployAccepted' | 'deploy' | 'edit' | 'seed'
  orgId: string
  userId: string
  time: string
  checkOnly: boolean
  status?: string
  components: JournalComponent[]
}

/**
 * The list of all accepted effects in all orgs, one JSON line each, appended and never
 * changed: the independent witness for tests that ask what a client really did.
 */
export class Journal {
  readonly #file: string
  readonly #written = new Set<string>()

  private constructor(file: string) {
    this.#file = file
  }

  /** Opens the file, or makes it. */
  static async open(file: string): Promise<Journal> {
    const journal = new Journal(file)
    if (!existsSync(file)) await writeFile(file, '')
    for (const entry of await journal.read()) journal.#written.add(`${entry.kind}/${entry.id}`)
    return journal
  }

  /** Writes an entry; a repeated one (a change finished after a crash) is written once. */
  async append(entry: JournalEntry): Promise<void> {
    const key = `${entry.kind}/${entry.id}`
    if (this.#written.has(key)) return
    this.#written.add(key)
    await appendFile(this.#file, `${JSON.stringify(entry)}\n`)
  }

  /** All entries in the order in which they happened. */
  async read(): Promise<JournalEntry[]> {
    const entries: JournalEntry[] = []
    for (const line of (await readFile(this.#file, 'utf8')).split('\n')) {
      if (line.endsWith('}')) entries.push(JSON.parse(line))
    }
    return entries
  }

  /** Forgets everything, for tests that start anew. */
  async clear(): Promise<void> {
    this.#written.clear()
    await writeFile(this.#file, '')
  }
}
