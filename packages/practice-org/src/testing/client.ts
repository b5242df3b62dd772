import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync, unzipSync } from 'fflate'
import type { OrgFacts } from '../facts/org-facts.ts'
import { createPracticeOrg } from '../practice-org.ts'
import type { PracticeOrg, PracticeOrgOptions } from '../practice-org.ts'
import { childOf, childrenOf, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'

/**
 * A practice org of a test over real HTTP, with a signed-in session and the few calls that
 * tests make. `stop` ends it and removes its data.
 */
export class TestOrg {
  readonly dataDir: string
  readonly options: Omit<PracticeOrgOptions, 'dataDir' | 'port'>
  practiceOrg: PracticeOrg
  token = ''
  orgId = ''

  private constructor(dataDir: string, options: TestOrg['options'], practiceOrg: PracticeOrg) {
    this.dataDir = dataDir
    this.options = options
    this.practiceOrg = practiceOrg
  }

  /** Starts an empty org on any free port, signed in as its first person. */
  static async start(
    options: TestOrg['options'] = { seed: 'empty', pollIntervalSeconds: 0 },
  ): Promise<TestOrg> {
    const dataDir = await mkdtemp(join(tmpdir(), 'practice-org-'))
    const org = new TestOrg(dataDir, options, await createPracticeOrg({ ...options, dataDir, port: 0 }))
    await org.signIn()
    return org
  }

  /** Changes with each restart: the port is a new one. */
  get origin(): string {
    return this.practiceOrg.origin
  }

  /** Stops the process part and starts it again on the same data. */
  async restart(): Promise<void> {
    await this.practiceOrg.close()
    this.practiceOrg = await createPracticeOrg({ ...this.options, dataDir: this.dataDir, port: 0 })
  }

  /** Ends the process part and removes the data folder. */
  async stop(): Promise<void> {
    await this.practiceOrg.close()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** Takes a session as this user (name, user name or id), from here on used by all calls. */
  async signIn(user?: string): Promise<void> {
    const session = await this.admin('POST', '/admin/sessions', user === undefined ? {} : { user })
    this.token = String(session.accessToken)
    this.orgId = String(session.orgId)
  }

  /** An admin call; a list comes back as `{list}`, an object with the HTTP status added. */
  async admin(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(this.origin + path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await response.text()
    const value: unknown = text.startsWith('[') || text.startsWith('{') ? JSON.parse(text) : {}
    return Array.isArray(value)
      ? { list: value }
      : { status: response.status, ...(typeof value === 'object' ? value : {}) }
  }

  /** A REST call below /services/data/v68.0; the answer with its status and parsed body. */
  async rest(
    path: string,
    init: { method?: string; body?: string | FormData; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; body: unknown; headers: Headers }> {
    const headers = { authorization: `Bearer ${this.token}`, ...init.headers }
    const response = await fetch(`${this.origin}/services/data/v68.0${path}`, { ...init, headers })
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    }
  }

  /** A Metadata API call; the envelope's single operation element. */
  async soap(body: string): Promise<XmlElement> {
    const response = await fetch(`${this.origin}/services/Soap/m/68.0`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml', soapaction: '""' },
      body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns="http://soap.sforce.com/2006/04/metadata"><e:Header><SessionHeader><sessionId>${this.token}</sessionId></SessionHeader></e:Header><e:Body>${body}</e:Body></e:Envelope>`,
    })
    const inner = childOf(parseXml(await response.text()), 'Body')?.children[0]
    if (!inner) throw new Error('an envelope without a body')
    return inner
  }

  /** Deploys files and waits for the end; returns the DeployResult element. */
  async deploy(files: Record<string, string>, options = ''): Promise<XmlElement> {
    const id = await this.startDeploy(files, options)
    return this.waitForDeploy(id)
  }

  /** Deploys files that a test needs; throws when a component has a problem. */
  async deploySample(files: Record<string, string>): Promise<void> {
    const problems = problemsOf(await this.deploy(files))
    if (problems.length > 0) throw new Error(`The sample was not deployed: ${problems.join(', ')}`)
  }

  /**
   * Starts a deployment and returns its id at once; `options` are further elements of
   * DeployOptions.
   */
  async startDeploy(files: Record<string, string>, options = ''): Promise<string> {
    const zip = Buffer.from(zipOf(files)).toString('base64')
    const answer = await this.soap(
      `<deploy><ZipFile>${zip}</ZipFile><DeployOptions><rollbackOnError>true</rollbackOnError><singlePackage>true</singlePackage>${options}</DeployOptions></deploy>`,
    )
    return resultText(answer, 'id')
  }

  /** Polls until the deployment is over; throws when the org answers a fault. */
  async waitForDeploy(id: string): Promise<XmlElement> {
    for (;;) {
      const answer = await this.soap(
        `<checkDeployStatus><asyncProcessId>${id}</asyncProcessId><includeDetails>true</includeDetails></checkDeployStatus>`,
      )
      const result = childOf(answer, 'result')
      if (result && textOf(result, 'done') === 'true') return result
      if (!result) throw new Error(`no result: ${answer.name} ${textOf(answer, 'faultstring') ?? ''}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  /** Changes facts of the org. */
  async setFacts(facts: OrgFacts): Promise<void> {
    const { status, error } = await this.admin('PATCH', `/admin/orgs/${this.orgId}`, { facts })
    if (status !== 200) throw new Error(String(error))
  }

  /** Starts a retrieve of members and returns its id at once. */
  async startRetrieve(members: Record<string, string[]>, version = '68.0'): Promise<string> {
    const types = Object.entries(members).map(
      ([name, list]) =>
        `<types>${list.map((member) => `<members>${member}</members>`).join('')}<name>${name}</name></types>`,
    )
    const answer = await this.soap(
      `<retrieve><retrieveRequest><apiVersion>68.0</apiVersion><singlePackage>true</singlePackage><unpackaged>${types.join('')}<version>${version}</version></unpackaged></retrieveRequest></retrieve>`,
    )
    return resultText(answer, 'id')
  }

  /** Retrieves members; the files by path and the result element without its archive. */
  async retrieve(
    members: Record<string, string[]>,
    version = '68.0',
  ): Promise<{ files: Record<string, string>; result: XmlElement }> {
    const id = await this.startRetrieve(members, version)
    for (;;) {
      const check = await this.soap(
        `<checkRetrieveStatus><asyncProcessId>${id}</asyncProcessId></checkRetrieveStatus>`,
      )
      const result = childOf(check, 'result')
      if (!result) throw new Error(textOf(check, 'faultstring') ?? 'no result')
      if (textOf(result, 'done') !== 'true') continue
      return { files: filesOf(textOf(result, 'zipFile')), result }
    }
  }
}

function filesOf(base64: string | undefined): Record<string, string> {
  const files: Record<string, string> = {}
  if (base64 === undefined || base64 === '') return files
  for (const [path, bytes] of Object.entries(unzipSync(Buffer.from(base64, 'base64'))))
    files[path] = Buffer.from(bytes).toString('utf8')
  return files
}

/** A zip of texts by path. */
export function zipOf(files: Record<string, string>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, new Uint8Array(Buffer.from(text))]),
    ),
  )
}

/** Text below the first result of an answer. */
export function resultText(answer: XmlElement, name: string): string {
  const result = childOf(answer, 'result')
  const text = result && textOf(result, name)
  if (text === undefined) throw new Error(`${answer.name}: ${textOf(answer, 'faultstring') ?? `no ${name}`}`)
  return text
}

/** Problems of a DeployResult as `Type Name: text (line:column)`. */
export function problemsOf(result: XmlElement): string[] {
  const details = childOf(result, 'details')
  return (details ? childrenOf(details, 'componentFailures') : []).map((failure) => {
    const line = textOf(failure, 'lineNumber')
    const place = line === undefined ? '' : ` (${line}:${textOf(failure, 'columnNumber') ?? ''})`
    return `${textOf(failure, 'componentType') ?? ''} ${textOf(failure, 'fullName') ?? ''}: ${textOf(failure, 'problem') ?? ''}${place}`
  })
}

/** A package.xml or destructive manifest. */
export function manifest(members: Record<string, string[]>): string {
  const types = Object.entries(members).map(
    ([name, list]) =>
      `<types>${list.map((member) => `<members>${member}</members>`).join('')}<name>${name}</name></types>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Package xmlns="http://soap.sforce.com/2006/04/metadata">${types.join('')}<version>68.0</version></Package>`
}

/** The two files of a class. */
export function apexClass(name: string, source: string): Record<string, string> {
  return {
    [`classes/${name}.cls`]: source,
    [`classes/${name}.cls-meta.xml`]:
      '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>66.0</apiVersion><status>Active</status></ApexClass>',
  }
}

/** An object file with these elements inside. */
export function objectFile(elements: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">${elements}</CustomObject>`
}

/** A text field. */
export function textField(name: string, label = name): string {
  return `<fields><fullName>${name}</fullName><label>${label}</label><length>80</length><type>Text</type></fields>`
}
