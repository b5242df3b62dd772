import { join } from 'node:path'
import { switchFacts } from './facts/org-facts.ts'
import type { ListFact, OrgFacts, SwitchFact } from './facts/org-facts.ts'
import { sameId } from './ids.ts'
import { writeJson } from './json-file.ts'
import type { RecordTables } from './records.ts'
import type { ComponentStore } from './store/store.ts'

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
  /** A Developer or Developer Pro sandbox needs a group of people who may enter it, as orgs ask since Spring '25. */
  requiresSandboxGroup?: boolean
  /** Production runs local tests in a deployment with Apex that says nothing about tests, as the service does. */
  runsTestsOnDeploy: boolean
  /** In what else the org differs from the usual one. */
  facts?: OrgFacts
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
  /** In plain text: these are invented people. */
  password: string
  /** SOAP login then succeeds with a session that may do nothing. */
  passwordExpired: boolean
  /** What lists hide from this user: `Type`, `Type/Folder` or `Type/FullName`. */
  hidden?: string[]
}

/** What people call an org: sandboxes share their production's name. */
export function orgLabel(info: OrgInfo): string {
  return info.sandboxName === undefined ? info.name : `${info.name} – ${info.sandboxName}`
}

/** First and last name as Salesforce joins them. */
export function displayName(user: OrgUser): string {
  return `${user.firstName} ${user.lastName}`.trim()
}

/** What an org is made of, before anything is under way in it. */
export interface OrgParts {
  folder: string
  info: OrgInfo
  users: OrgUser[]
  store: ComponentStore
  records: RecordTables
}

/** One organisation's facts, users, components and records. */
export class OrgState {
  readonly folder: string
  info: OrgInfo
  users: OrgUser[]
  readonly store: ComponentStore
  readonly records: RecordTables
  readonly #names = new Map<string, string>()

  constructor(parts: OrgParts) {
    this.folder = parts.folder
    this.info = parts.info
    this.users = parts.users
    this.store = parts.store
    this.records = parts.records
  }

  /** Whether a fact holds in this org. */
  holds(fact: SwitchFact): boolean {
    return this.info.facts?.[fact] ?? switchFacts[fact].usual
  }

  /** The names of a fact that is a list. */
  listOf(fact: ListFact): readonly string[] {
    return this.info.facts?.[fact] ?? []
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

  /**
   * Name of a user for answers; records may name users that are gone, which the service shows
   * as Automated Process.
   */
  userName(id: string): string {
    const known = this.#names.get(id)
    if (known !== undefined) return known
    const user = this.user(id)
    const name = user ? displayName(user) : 'Automated Process'
    this.#names.set(id, name)
    return name
  }

  /** Makes changes to `info` durable. */
  async saveInfo(): Promise<void> {
    await writeJson(join(this.folder, 'org.json'), this.info)
  }

  /** Makes changes to `users` durable. */
  async saveUsers(): Promise<void> {
    await writeJson(join(this.folder, 'users.json'), this.users)
  }
}
