import { existsSync, mkdirSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../ids.ts'
import { writeJson } from '../json-file.ts'
import type { OrgState } from '../org-state.ts'
import { PendingWork } from '../pending-work.ts'
import type { Surroundings } from '../surroundings.ts'
import type { Manifest } from '../deploy/manifest.ts'
import { askedKeys } from './access-entries.ts'
import { buildArchive, RetrieveLimit, retrieveLimits } from './build-archive.ts'
import type { ArchivePart } from './build-archive.ts'
import { packageManifest } from './packages.ts'
import type { FileProperties } from './file-properties.ts'
import { selectComponents } from './select.ts'
import { archiveFaults, spoilArchive } from './spoil-archive.ts'
import { wording } from '../wording.ts'

/**
 * What a client asks for, in a form that survives a restart. `packageNames` come in folders of
 * their own beside `unpackaged/`.
 */
export interface RetrieveOrder {
  /** Whose view of the org counts. */
  userId: string
  members: [type: string, names: string[]][]
  version: string
  singlePackage: boolean
  packageNames: string[]
}

/**
 * A retrieve from its acceptance until its archive is fetched. `fileProperties` and `messages`
 * are filled at the end.
 */
export interface RetrieveRequest {
  id: string
  order: RetrieveOrder
  status: 'Pending' | 'InProgress' | 'Succeeded' | 'Failed'
  errorStatusCode?: string
  errorMessage?: string
  fileProperties: FileProperties[]
  messages: { fileName: string; problem: string }[]
  /** The archive can be fetched once. */
  taken: boolean
}

/**
 * The retrieves of one org. They run side by side; their archives wait on disk. There is no
 * cancel, as on the service.
 */
export class RetrieveRequests {
  readonly #surroundings: Surroundings
  readonly #org: OrgState
  readonly #folder: string
  readonly #requests = new Map<string, RetrieveRequest>()
  readonly #running = new PendingWork()

  constructor(surroundings: Surroundings, org: OrgState) {
    this.#surroundings = surroundings
    this.#org = org
    this.#folder = join(org.folder, 'retrieves')
  }

  /** Ids may have 15 or 18 characters; undefined becomes INVALID_CROSS_REFERENCE_KEY. */
  find(id: string): RetrieveRequest | undefined {
    for (const request of this.#requests.values())
      if (request.id.slice(0, 15) === id.slice(0, 15)) return request
    return undefined
  }

  /**
   * Accepts a retrieve: it is on disk before the id goes out. The request that comes back
   * changes as the work goes on.
   */
  async accept(order: RetrieveOrder): Promise<RetrieveRequest> {
    mkdirSync(this.#folder, { recursive: true })
    const request: RetrieveRequest = {
      id: newId('09S'),
      order,
      status: 'Pending',
      fileProperties: [],
      messages: [],
      taken: false,
    }
    await writeJson(join(this.#folder, `${request.id}.json`), order)
    this.#start(request)
    return request
  }

  /** Path of the archive; it is complete once the status is Succeeded. */
  archiveOf(request: RetrieveRequest): string {
    return join(this.#folder, `${request.id}.zip`)
  }

  /**
   * Forgets a request after its archive went out: the service deletes it with the first
   * download (documented).
   */
  async take(request: RetrieveRequest): Promise<void> {
    request.taken = true
    await rm(join(this.#folder, `${request.id}.json`), { force: true })
    await rm(this.archiveOf(request), { force: true })
  }

  /** Starts again what the last process accepted and nobody has fetched. */
  async resume(): Promise<void> {
    if (!existsSync(this.#folder)) return
    for (const name of await readdir(this.#folder)) {
      if (!name.endsWith('.json')) continue
      const order: RetrieveOrder = JSON.parse(await readFile(join(this.#folder, name), 'utf8'))
      this.#start({
        id: name.slice(0, -5),
        order,
        status: 'Pending',
        fileProperties: [],
        messages: [],
        taken: false,
      })
    }
  }

  /** Waits until no archive is being written. */
  async settle(): Promise<void> {
    await this.#running.ended()
  }

  /** Forgets all requests and their archives. */
  async clear(): Promise<void> {
    this.#requests.clear()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #start(request: RetrieveRequest): void {
    this.#requests.set(request.id, request)
    const work = this.#run(request).catch((error: unknown) => {
      request.status = 'Failed'
      request.errorStatusCode = error instanceof RetrieveLimit ? 'LIMIT_EXCEEDED' : 'UNKNOWN_EXCEPTION'
      request.errorMessage = error instanceof Error ? error.message : String(error)
      request.fileProperties = []
      request.messages = []
    })
    this.#running.add(work)
  }

  async #run(request: RetrieveRequest): Promise<void> {
    await this.#surroundings.takeTime(1_000)
    request.status = 'InProgress'
    await this.#surroundings.takeTime(3_000)
    await this.#surroundings.faults.whileHeld('retrieve', this.#org.info.id)
    const fault = this.#surroundings.faults.take(
      ['retrieveFails', 'tooManyFiles'],
      'retrieve',
      this.#org.info.id,
    )
    if (fault?.kind === 'retrieveFails') throw new Error(`UNKNOWN_EXCEPTION: ${wording.call.unexpected}`)
    if (fault) throw new RetrieveLimit(wording.metadata.tooManyFiles(retrieveLimits.files))
    const { order } = request
    const manifest: Manifest = {
      version: order.version,
      members: new Map(order.members.map(([type, names]) => [type, new Set(names)])),
    }
    const user = this.#org.user(order.userId)
    const selection = selectComponents(this.#org, manifest, user)
    const prefix = order.singlePackage ? '' : 'unpackaged/'
    if (this.#surroundings.faults.stands('poisonedComponent', askedKeys(selection), this.#org.info.id))
      throw new Error(`UNKNOWN_EXCEPTION: ${wording.call.unexpected}`)
    request.messages = selection.problems.map((problem) => ({ fileName: `${prefix}package.xml`, problem }))
    const parts: ArchivePart[] = [{ selection, prefix }]
    for (const name of order.packageNames) {
      const packaged = packageManifest(this.#org, name)
      if (packaged) parts.push({ selection: selectComponents(this.#org, packaged, user), prefix: `${name}/` })
      else request.messages.push({ fileName: 'package.xml', problem: wording.metadata.noPackage(name) })
    }
    const file = this.archiveOf(request)
    request.fileProperties = await buildArchive(this.#org, parts, { file, version: order.version })
    const damage = this.#surroundings.faults.take(archiveFaults, 'retrieve', this.#org.info.id)
    if (damage) await spoilArchive(file, damage.kind, prefix)
    request.status = 'Succeeded'
  }
}
