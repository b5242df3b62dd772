import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pollDeviceCode, startDeviceCode } from '@sluice/salesforce/auth/device-code'
import { refreshAccessToken } from '@sluice/salesforce/auth/refresh'
import type { TokenResponse } from '@sluice/salesforce/auth/token-response'
import { openConnection } from '@sluice/salesforce/connection'
import type { Connection } from '@sluice/salesforce/connection'
import { onlyOrigins } from '@sluice/http/address-policy'
import { checkDeploy, startDeploy } from '@sluice/salesforce/metadata/deploy'
import type { DeployOptions } from '@sluice/salesforce/metadata/deploy-options'
import type { DeployResult } from '@sluice/salesforce/metadata/deploy-result'
import { checkRetrieve, downloadRetrieve, startRetrieve } from '@sluice/salesforce/metadata/retrieve'
import { unzipSync, zipSync } from 'fflate'
import { createPracticeOrg } from '../../src/practice-org.ts'
import type { PracticeOrg } from '../../src/practice-org.ts'
import { classFiles } from './archives.ts'
import type { Files } from './archives.ts'

export const mara = 'mara.lindqvist@northbeam.example'
export const tomas = 'tomas.okafor@northbeam.example'

export const deployOptions: DeployOptions = {
  checkOnly: false,
  rollbackOnError: true,
  ignoreWarnings: true,
  purgeOnDelete: false,
  testLevel: null,
  runTests: [],
  singlePackage: true,
  allowMissingFiles: false,
}

/** How a deployment differs from the usual one of these tests. */
export type Deployed = Partial<DeployOptions> & { transport?: 'rest' | 'soap' }
/** Members by type, as in a package.xml. */
type Members = Record<string, string[]>

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The product's client against a practice org of its own, over HTTP. */
export class OwnClient {
  readonly folder: string
  readonly practiceOrg: PracticeOrg
  readonly site: { signInUrl: string; addresses: ReturnType<typeof onlyOrigins>; clientId: string }
  connection: Connection
  orgId = ''

  private constructor(folder: string, practiceOrg: PracticeOrg, connection: Connection) {
    this.folder = folder
    this.practiceOrg = practiceOrg
    this.connection = connection
    this.site = siteOf(practiceOrg)
  }

  /** Starts an empty production org that runs no tests, with the class `Base`, and signs in. */
  static async start(): Promise<OwnClient> {
    const folder = await mkdtemp(join(tmpdir(), 'own-client-'))
    const options = { dataDir: join(folder, 'org'), port: 0, seed: 'empty', pollIntervalSeconds: 1 }
    const practiceOrg = await createPracticeOrg(options)
    const unsigned = openConnection({
      instanceUrl: practiceOrg.origin,
      accessToken: '',
      addresses: onlyOrigins(practiceOrg.origin),
    })
    const client = new OwnClient(folder, practiceOrg, unsigned)
    const { orgId } = await client.call<{ orgId: string }>('POST', '/admin/sessions', {})
    client.orgId = orgId
    client.connection = await client.connect()
    await client.deployed(classFiles('Base', 'public class Base {}\n'))
    return client
  }

  async stop(): Promise<void> {
    await this.practiceOrg.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** A call to the practice org itself; the parsed answer. */
  async call<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.practiceOrg.origin + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return JSON.parse(text === '' ? 'null' : text)
  }

  /** An admin call about the org. */
  async admin<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    return this.call(method, `/admin/orgs/${this.orgId}${path}`, body)
  }

  /** Sets a fault; answers its id. */
  async fault(kind: string, operation: string, more: object = {}): Promise<string> {
    const fault = { kind, operation, ...more }
    const { id } = await this.call<{ id: string }>('POST', '/admin/faults', fault)
    return id
  }

  async removeFaults(id = ''): Promise<void> {
    await this.call('DELETE', `/admin/faults${id === '' ? '' : `/${id}`}`)
  }

  async signIn(user = mara): Promise<TokenResponse> {
    const { deviceCode, userCode } = await startDeviceCode(this.site)
    await this.call('POST', '/admin/approve-device', { userCode, user })
    const poll = await pollDeviceCode({ ...this.site, deviceCode })
    if (poll.status !== 'Completed') throw new Error(poll.status)
    return poll.token
  }

  /** A connection that refreshes. */
  async connect(): Promise<Connection> {
    const { instanceUrl, accessToken, refreshToken } = await this.signIn()
    const refresh = async (): Promise<string> => {
      const renewed = await refreshAccessToken({ ...this.site, refreshToken: refreshToken ?? '' })
      return renewed.accessToken
    }
    return openConnection({ instanceUrl, accessToken, addresses: this.site.addresses, refresh })
  }

  /** Writes an archive; `level` 0 stores the contents as they are. */
  async archive(name: string, files: Files, level: 0 | 6 = 6): Promise<string> {
    const path = join(this.folder, name)
    const entries = Object.entries(files).map(([file, content]) => [
      file,
      new Uint8Array(Buffer.from(content)),
    ])
    await writeFile(path, zipSync(Object.fromEntries(entries), { level }))
    return path
  }

  async start(files: Files, { transport, ...options }: Deployed = {}): Promise<string> {
    return startDeploy(this.connection, {
      archivePath: await this.archive('deploy.zip', files),
      options: { ...deployOptions, ...options },
      ...(transport === undefined ? {} : { transport }),
    })
  }

  /** Polls to the end. */
  async endOf(id: string): Promise<DeployResult> {
    return this.#until(
      () => checkDeploy(this.connection, id),
      (result) => result.done,
    )
  }

  /** Polls until the deployment has a status. */
  async reaches(id: string, status: string): Promise<void> {
    await this.#until(
      () => checkDeploy(this.connection, id),
      (result) => result.status === status,
    )
  }

  async deployed(files: Files, more?: Deployed): Promise<DeployResult> {
    return this.endOf(await this.start(files, more))
  }

  async startRetrieve(members: Members): Promise<string> {
    return startRetrieve(this.connection, { members: new Map(Object.entries(members)) })
  }

  async finishedRetrieve(members: Members): Promise<string> {
    const id = await this.startRetrieve(members)
    await this.#until(
      () => checkRetrieve(this.connection, id),
      (result) => result.done,
    )
    return id
  }

  /** Where the archive of a retrieve lands. */
  archivePath(id: string): string {
    return join(this.folder, `${id}.zip`)
  }

  download(
    id: string,
    more: { signal?: AbortSignal; maxArchiveBytes?: number } = {},
  ): ReturnType<typeof downloadRetrieve> {
    return downloadRetrieve(this.connection, id, { toFile: this.archivePath(id), ...more })
  }

  /** The files of a retrieve by path. */
  async retrieved(members: Members): Promise<Record<string, Uint8Array>> {
    const id = await this.finishedRetrieve(members)
    await this.download(id)
    return unzipSync(await readFile(this.archivePath(id)))
  }

  /** How many deployments the org has accepted so far, by its own journal. */
  async accepted(): Promise<number> {
    const path = `/admin/journal?org=${this.orgId}&kind=deployAccepted`
    return (await this.call<unknown[]>('GET', path)).length
  }

  /** Asks again until something holds, for at most a minute. */
  async #until<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
    for (let attempt = 0; attempt < 3_000; attempt++) {
      const answer = await ask()
      if (holds(answer)) return answer
      await pause(20)
    }
    throw new Error('What was waited for did not come')
  }
}

function siteOf({ origin }: PracticeOrg): OwnClient['site'] {
  return { signInUrl: origin, addresses: onlyOrigins(origin), clientId: 'sluice' }
}
