import { mkdirSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeployQueue } from './deploy/queue.ts'
import { sameId } from './ids.ts'
import { RecordTables } from './records.ts'
import { RetrieveRequests } from './retrieve/requests.ts'
import { ComponentStore } from './store/store.ts'
import type { Practice } from './practice.ts'

/** Facts about an organisation, as the Organization record and the setup pages show them. */
export interface OrgInfo {
  id: string
  name: string
  instanceName: string
  isSandbox: boolean
  organizationType: string
  /** Highest API version this org speaks; a preview sandbox is one ahead of production. */
  platformVersion: string
  createdDate: string
  parentOrgId?: string
  sandboxName?: string
  /** SourceMember rows are written: sandboxes that were made with tracking. */
  tracksSource: boolean
  /** SOAP login() is allowed. */
  soapLogin: boolean
  /** References to components that do not exist fail a deployment. Off for orgs seeded with somebody's excerpt. */
  checksReferences: boolean
}

/** A person, or a program, that may work in an org. */
export interface OrgUser {
  id: string
  username: string
  email: string
  firstName: string
  lastName: string
  profile: string
  title: string
  isActive: boolean
  password: string
  passwordExpired: boolean
}

/** First and last name as Salesforce joins them. */
export function displayName(user: OrgUser): string {
  return `${user.firstName} ${user.lastName}`.trim()
}

/** One organisation: its facts, users, components, records and queues, in a folder of its own. */
export class Org {
  readonly folder: string
  info: OrgInfo
  users: OrgUser[]
  readonly store: ComponentStore
  readonly records: RecordTables
  readonly deploys: DeployQueue
  readonly retrieves: RetrieveRequests

  private constructor(
    practice: Practice,
    parts: { folder: string; info: OrgInfo; users: OrgUser[]; store: ComponentStore; records: RecordTables },
  ) {
    this.folder = parts.folder
    this.info = parts.info
    this.users = parts.users
    this.store = parts.store
    this.records = parts.records
    this.deploys = new DeployQueue(practice, this)
    this.retrieves = new RetrieveRequests(practice, this)
  }

  /** Makes the folder of a new org; components follow by seeding. */
  static async create(
    practice: Practice,
    folder: string,
    start: { info: OrgInfo; users: OrgUser[] },
  ): Promise<Org> {
    await rm(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await writeJson(join(folder, 'users.json'), start.users)
    await writeJson(join(folder, 'org.json'), start.info)
    return Org.open(practice, folder)
  }

  /** Opens an org and takes up the deployments and retrieves that were under way. */
  static async open(practice: Practice, folder: string): Promise<Org> {
    const info: OrgInfo = JSON.parse(await readFile(join(folder, 'org.json'), 'utf8'))
    const users: OrgUser[] = JSON.parse(await readFile(join(folder, 'users.json'), 'utf8'))
    const store = await ComponentStore.open(folder, practice.journal)
    const records = await RecordTables.open(join(folder, 'records'))
    const org = new Org(practice, { folder, info, users, store, records })
    await org.deploys.resume()
    await org.retrieves.resume()
    return org
  }

  /** The user with this id, written with 15 or 18 characters. */
  user(id: string): OrgUser | undefined {
    return this.users.find((user) => sameId(user.id, id))
  }

  /** The user with this id, user name or e-mail address. */
  userNamed(name: string): OrgUser | undefined {
    return this.users.find(
      (user) =>
        user.username === name || user.email === name || user.id === name || displayName(user) === name,
    )
  }

  /** Name of a user for answers; records may name users that are gone. */
  userName(id: string): string {
    const user = this.user(id)
    return user ? displayName(user) : 'Automated Process'
  }

  async saveInfo(): Promise<void> {
    await writeJson(join(this.folder, 'org.json'), this.info)
  }

  async saveUsers(): Promise<void> {
    await writeJson(join(this.folder, 'users.json'), this.users)
  }
}

/** Replaces a JSON file as a whole. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(value, null, 1)}\n`)
  await rename(`${file}.new`, file)
}
