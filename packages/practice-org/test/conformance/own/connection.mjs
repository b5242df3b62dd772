// Our own client, as built, against an org of its own in the practice org that the suite runs against.
import { pollDeviceCode, startDeviceCode } from '@sluice/salesforce/auth/device-code'
import { refreshAccessToken } from '@sluice/salesforce/auth/refresh'
import { openConnection } from '@sluice/salesforce/connection'
import { onlyOrigins } from '@sluice/salesforce/http/address-policy'
import { checkDeploy, startDeploy } from '@sluice/salesforce/metadata/deploy'
import { checkRetrieve, downloadRetrieve, startRetrieve } from '@sluice/salesforce/metadata/retrieve'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'

export const people = {
  mara: 'mara.lindqvist@own.example',
  tomas: 'tomas.okafor@own.example',
}

export const deployOptions = {
  checkOnly: false,
  rollbackOnError: true,
  ignoreWarnings: true,
  purgeOnDelete: false,
  testLevel: null,
  runTests: [],
  singlePackage: true,
  allowMissingFiles: false,
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** One org, the calls that every check makes, and the files that they leave. */
export class OwnClient {
  static #made

  /** The org is made once per run of the suite. */
  static async of(setting) {
    OwnClient.#made ??= OwnClient.#make(setting)
    const client = await OwnClient.#made
    await setting.admin('DELETE', '/admin/faults')
    return client
  }

  static async #make(setting) {
    await setting.admin('PATCH', '/admin/settings', { pollIntervalSeconds: 1 })
    const org = await setting.admin('POST', '/admin/orgs', {
      name: 'Own client',
      domain: 'own.example',
      runsTestsOnDeploy: false,
    })
    const client = new OwnClient(setting, org.id)
    client.connection = await client.connect()
    await client.deployed(classFiles('Base', 'public class Base {}\n'))
    return client
  }

  constructor(setting, orgId) {
    this.setting = setting
    this.orgId = orgId
    this.folder = join(setting.folder, 'own')
    mkdirSync(this.folder, { recursive: true })
    this.site = { signInUrl: setting.origin, addresses: onlyOrigins(setting.origin), clientId: 'sluice' }
  }

  admin(method, path, body) {
    return this.setting.admin(method, `/admin/orgs/${this.orgId}${path}`, body)
  }

  fault(kind, operation, more = {}) {
    return this.setting.admin('POST', '/admin/faults', { kind, operation, org: this.orgId, ...more })
  }

  async signIn(user = people.mara) {
    const { deviceCode, userCode } = await startDeviceCode(this.site)
    await this.setting.admin('POST', '/admin/approve-device', { userCode, org: this.orgId, user })
    const poll = await pollDeviceCode({ ...this.site, deviceCode })
    return poll.token
  }

  /** A connection that refreshes; `token` shows what it was opened with. */
  async connect({ canRefresh = true, user } = {}) {
    const token = await this.signIn(user)
    const refresh = async () =>
      (await refreshAccessToken({ ...this.site, refreshToken: token.refreshToken })).accessToken
    const { instanceUrl, accessToken } = token
    const { addresses } = this.site
    return openConnection({ instanceUrl, accessToken, addresses, ...(canRefresh ? { refresh } : {}) })
  }

  /** A call that our client does not have: straight over HTTP, with a session of the org. */
  async rest(method, path, body) {
    this.session ??= await this.setting.session({ org: this.orgId })
    const response = await fetch(`${this.setting.origin}/services/data/v68.0${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.session.accessToken}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  }

  /** Writes an archive; contents are texts or bytes. */
  archive(name, files, level = 6) {
    const path = join(this.folder, name)
    const entries = Object.entries(files).map(([file, content]) => [
      file,
      new Uint8Array(Buffer.from(content)),
    ])
    writeFileSync(path, zipSync(Object.fromEntries(entries), { level }))
    return path
  }

  start(files, more = {}) {
    const { transport, signal, ...options } = more
    const archivePath = this.archive('deploy.zip', files)
    return startDeploy(this.connection, {
      archivePath,
      options: { ...deployOptions, ...options },
      ...(transport === undefined ? {} : { transport }),
      ...(signal === undefined ? {} : { signal }),
    })
  }

  /** Polls to the end. */
  async endOf(id) {
    for (;;) {
      const result = await checkDeploy(this.connection, id)
      if (result.done) return result
      await pause(20)
    }
  }

  /** Polls until the deployment has a status. */
  async reaches(id, status) {
    for (let attempt = 0; attempt < 3_000; attempt++) {
      const result = await checkDeploy(this.connection, id)
      if (result.status === status) return result
      await pause(20)
    }
    throw new Error(`the deployment never was ${status}`)
  }

  async deployed(files, more) {
    return this.endOf(await this.start(files, more))
  }

  startRetrieve(members) {
    return startRetrieve(this.connection, { members: new Map(Object.entries(members)) })
  }

  async finishedRetrieve(members) {
    const id = await this.startRetrieve(members)
    while (!(await checkRetrieve(this.connection, id)).done) await pause(20)
    return id
  }

  download(id, more = {}) {
    const toFile = join(this.folder, `${id}.zip`)
    return downloadRetrieve(this.connection, id, { toFile, ...more })
  }

  /** Retrieves; what was answered, and the files as bytes. */
  async retrieved(members) {
    const id = await this.finishedRetrieve(members)
    const answer = await this.download(id)
    return { ...answer, files: unzipSync(readFileSync(join(this.folder, `${id}.zip`))) }
  }

  /** How many deployments the org has accepted so far, by its own journal. */
  async accepted() {
    const entries = await this.setting.admin('GET', `/admin/journal?org=${this.orgId}&kind=deployAccepted`)
    return entries.length
  }
}

export function manifest(members) {
  const types = Object.entries(members).map(
    ([name, list]) =>
      `<types>${list.map((member) => `<members>${member}</members>`).join('')}<name>${name}</name></types>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Package xmlns="http://soap.sforce.com/2006/04/metadata">${types.join('')}<version>68.0</version></Package>`
}

export function classFiles(name, body) {
  return {
    'package.xml': manifest({ ApexClass: [name] }),
    [`classes/${name}.cls`]: body,
    [`classes/${name}.cls-meta.xml`]:
      '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>66.0</apiVersion><status>Active</status></ApexClass>',
  }
}

/** What an archive needs to delete classes. */
export const deletionFiles = (...names) => ({
  'package.xml': manifest({}),
  'destructiveChangesPost.xml': manifest({ ApexClass: names }),
})
