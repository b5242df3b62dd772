import { existsSync, mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../ids.ts'
import { writeJson } from '../json-file.ts'
import type { OrgState } from '../org-state.ts'
import type { Surroundings } from '../surroundings.ts'
import { noTests } from '../apex-tests/test-result.ts'
import { isFinal } from './deploy-result.ts'
import type { DeployDetails, Deployment, DeployOptions } from './deploy-result.ts'
import { executeDeployment } from './execute.ts'

/** What a client hands over; options are checked before. */
export interface DeployOrder {
  userId: string
  options: DeployOptions
  /** Archive on disk; the queue takes it over. */
  archive: string
  /** Bytes. */
  zipSize: number
  validatedId?: string
}

/**
 * The deployments of one org: accepted at once, worked off one after the other, kept on disk.
 * The service runs one deployment at a time per org; the others wait as Pending (documented).
 */
export class DeployQueue {
  readonly #surroundings: Surroundings
  readonly #org: OrgState
  readonly #folder: string
  readonly #deployments = new Map<string, Deployment>()
  #last: Promise<void> = Promise.resolve()

  constructor(surroundings: Surroundings, org: OrgState) {
    this.#surroundings = surroundings
    this.#org = org
    this.#folder = join(org.folder, 'deploys')
  }

  /** Deployments from the oldest to the newest. */
  list(): Deployment[] {
    return [...this.#deployments.values()]
  }

  /** Ids may have 15 or 18 characters. */
  find(id: string): Deployment | undefined {
    for (const deployment of this.#deployments.values())
      if (deployment.id.slice(0, 15) === id.slice(0, 15)) return deployment
    return undefined
  }

  /** Path of a deployment's archive, whether or not it is still there. */
  archiveOf(id: string): string {
    return join(this.#folder, `${id}.zip`)
  }

  /**
   * Accepts a deployment: from here on it will happen, even if this process dies. The archive
   * is moved, not copied, so it has to lie on the same disk. Returns the deployment, which
   * changes as it is worked off.
   */
  async accept(order: DeployOrder): Promise<Deployment> {
    mkdirSync(this.#folder, { recursive: true })
    const now = new Date().toISOString()
    const deployment: Deployment = {
      id: newId('0Af'),
      userId: order.userId,
      type: 'Api',
      options: order.options,
      status: 'Pending',
      createdDate: now,
      lastModifiedDate: now,
      numberComponentErrors: 0,
      numberComponentsDeployed: 0,
      numberComponentsTotal: 0,
      numberTestErrors: 0,
      numberTestsCompleted: 0,
      numberTestsTotal: 0,
      zipSize: order.zipSize,
      ...(order.validatedId === undefined ? {} : { validatedId: order.validatedId }),
    }
    await rename(order.archive, this.archiveOf(deployment.id))
    await this.save(deployment)
    await this.#tellAccepted(deployment)
    this.#enqueue(deployment)
    return deployment
  }

  /** Makes every validation eleven days old, so that tests need not wait for that. */
  async expireValidations(): Promise<void> {
    const past = new Date(Date.now() - 11 * 24 * 60 * 60 * 1000).toISOString()
    for (const deployment of this.#deployments.values()) {
      if (!deployment.options.checkOnly || !isFinal(deployment.status)) continue
      deployment.completedDate = past
      await this.save(deployment)
    }
  }

  /** Adds a finished deployment that was not made through the API, such as a change set. */
  async record(deployment: Deployment, details: DeployDetails): Promise<void> {
    mkdirSync(this.#folder, { recursive: true })
    await this.saveDetails(deployment.id, details)
    await this.save(deployment)
  }

  /**
   * Asks for the end of a deployment. Returns whether it has ended already: one that was
   * Pending ends at once, one in progress becomes Canceling and stops before its next
   * component.
   */
  async cancel(deployment: Deployment, userId: string): Promise<boolean> {
    deployment.canceledBy = userId
    deployment.status = deployment.status === 'Pending' ? 'Canceled' : 'Canceling'
    if (deployment.status === 'Canceled') deployment.completedDate = new Date().toISOString()
    await this.save(deployment)
    return deployment.status === 'Canceled'
  }

  /**
   * The messages of a deployment; empty until it is over, and for deployments that ended
   * before any.
   */
  async details(deployment: Deployment): Promise<DeployDetails> {
    const file = join(this.#folder, `${deployment.id}.details.json`)
    if (!existsSync(file)) return { componentFailures: [], componentSuccesses: [], runTestResult: noTests() }
    return JSON.parse(await readFile(file, 'utf8'))
  }

  /** Makes the state durable; the first save registers the deployment. */
  async save(deployment: Deployment): Promise<void> {
    this.#deployments.set(deployment.id, deployment)
    await writeJson(join(this.#folder, `${deployment.id}.json`), deployment)
  }

  /** Kept apart from the state: messages are large and polls want the state only. */
  async saveDetails(id: string, details: DeployDetails): Promise<void> {
    await writeJson(join(this.#folder, `${id}.details.json`), details)
  }

  /**
   * Runs something while no deployment changes the org: edits in the browser, seeding, reset.
   * Waits for its turn; what the body throws goes to the caller and does not stop the queue.
   */
  async exclusively<T>(body: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(body)
    this.#last = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  /**
   * Takes up deployments that the last process accepted and did not finish, oldest first. They
   * start anew: nothing of a deployment is in the store before its end.
   */
  async resume(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true })
    const loaded: Deployment[] = []
    for (const name of await readdir(this.#folder)) {
      if (!/^0Af\w+\.json$/.test(name)) continue
      loaded.push(JSON.parse(await readFile(join(this.#folder, name), 'utf8')))
    }
    loaded.sort((a, b) => (a.createdDate < b.createdDate ? -1 : 1))
    for (const deployment of loaded) {
      this.#deployments.set(deployment.id, deployment)
      if (isFinal(deployment.status)) continue
      // The last process may have ended between keeping the deployment and telling of it.
      await this.#tellAccepted(deployment)
      this.#enqueue(deployment)
    }
  }

  /** Forgets all deployments and their archives; callers hold the queue (`exclusively`). */
  async clear(): Promise<void> {
    this.#deployments.clear()
    await rm(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { recursive: true })
  }

  async #tellAccepted({ id, userId, createdDate, options }: Deployment): Promise<void> {
    await this.#surroundings.journal.append({
      id,
      kind: 'deployAccepted',
      orgId: this.#org.info.id,
      userId,
      time: createdDate,
      checkOnly: options.checkOnly,
      components: [],
    })
  }

  #enqueue(deployment: Deployment): void {
    void this.exclusively(() =>
      executeDeployment({ surroundings: this.#surroundings, org: this.#org, ledger: this, deployment }),
    ).catch((error: unknown) => {
      console.error(
        JSON.stringify({ level: 'error', message: `deployment ${deployment.id}`, error: String(error) }),
      )
    })
  }
}
