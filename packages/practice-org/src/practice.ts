import { mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Faults } from './faults.ts'
import { sameId } from './ids.ts'
import { LoopWatch } from './loop-watch.ts'
import { Journal } from './journal.ts'
import { AuthorizationCodes } from './oauth/authorization-codes.ts'
import { DeviceCodes } from './oauth/device-codes.ts'
import { Sessions } from './oauth/sessions.ts'
import { PendingWork } from './pending-work.ts'
import { Org } from './org.ts'
import { orgLabel } from './org-state.ts'
import type { OrgUser } from './org-state.ts'

/** Settings of the whole process. */
export interface PracticeSettings {
  dataDir: string
  /** How fast time-bound things happen: 0 = at once, 1 = as long as the real service, 60 = sixty times faster. */
  timeScale: number
}

/** Everything this process knows: its orgs, who is signed in, faults to play, the journal. */
export class Practice {
  readonly settings: PracticeSettings
  readonly orgs = new Map<string, Org>()
  readonly faults = new Faults()
  readonly loopWatch = new LoopWatch()
  readonly deviceCodes = new DeviceCodes()
  readonly authorizationCodes = new AuthorizationCodes()
  readonly journal: Journal
  readonly sessions: Sessions
  /** API calls an org may make in a day. */
  readonly dailyLimit = 100_000
  /** How many of them other programs have made, in each org. */
  requestsOfOthers = 0
  /** Each refresh gives a new refresh token and ends the old one. */
  rotatesRefreshTokens = false
  /** Apps that are not registered in an org may not use the device flow, as orgs refuse it since August 2025. */
  blocksDeviceFlow = false
  /** What the device flow asks clients to wait between polls. */
  pollIntervalSeconds = 5
  readonly #background = new PendingWork()
  readonly #usage = new Map<string, number>()

  private constructor(settings: PracticeSettings, journal: Journal, sessions: Sessions) {
    this.settings = settings
    this.journal = journal
    this.sessions = sessions
  }

  /** Opens what the data folder holds; a folder without orgs is given some by the caller. */
  static async open(settings: PracticeSettings): Promise<Practice> {
    const folder = join(settings.dataDir, 'orgs')
    mkdirSync(folder, { recursive: true })
    const journal = await Journal.open(join(settings.dataDir, 'journal.jsonl'))
    const sessions = await Sessions.open(join(settings.dataDir, 'sessions.json'))
    const practice = new Practice(settings, journal, sessions)
    for (const name of (await readdir(folder)).toSorted()) {
      await Org.discardUnfinished(join(folder, name))
      const org = await Org.open(practice, join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (org) practice.orgs.set(org.info.id, org)
    }
    return practice
  }

  /** Folder of an org, whether or not it exists. */
  folderOf(orgId: string): string {
    return join(this.settings.dataDir, 'orgs', orgId)
  }

  /** The org with this id (15 or 18 characters), label or name; production comes before its sandboxes. */
  org(idOrName: string): Org | undefined {
    return this.orgList().find(
      ({ info }) =>
        (idOrName.startsWith('00D') && sameId(info.id, idOrName)) ||
        info.name === idOrName ||
        orgLabel(info) === idOrName,
    )
  }

  /** Orgs in the order people expect: production before its sandboxes. */
  orgList(): Org[] {
    return [...this.orgs.values()].toSorted(
      (a, b) =>
        Number(a.info.isSandbox) - Number(b.info.isSandbox) ||
        (a.info.createdDate < b.info.createdDate ? -1 : 1),
    )
  }

  /** The user with this user name, in whichever org. User names are unique over all orgs. */
  userNamed(username: string): { org: Org; user: OrgUser } | undefined {
    for (const org of this.orgs.values()) {
      const user = org.users.find((candidate) => candidate.username.toLowerCase() === username.toLowerCase())
      if (user) return { org, user }
    }
    return undefined
  }

  /** Lets work go on after the answer to a call, and writes its errors to the log. */
  runInBackground(name: string, work: Promise<void>): void {
    const guarded = work.catch((error: unknown) => {
      console.error(JSON.stringify({ level: 'error', message: name, error: String(error) }))
    })
    this.#background.add(guarded)
  }

  /**
   * Waits for background work and for the work that it starts, so that nothing is written to the data folder
   * afterwards. Where things take time (`timeScale` above 0) it waits for 2 s only, because a copy may take hours; the
   * next process takes it up.
   */
  async settle(): Promise<void> {
    if (this.settings.timeScale <= 0) return this.#background.ended()
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, 2_000).unref())
    await Promise.race([this.#background.ended(), deadline])
  }

  /**
   * Counts API calls of an org and returns how many there have been. The count is not durable;
   * nothing is refused at the limit unless a fault says so.
   */
  usage(orgId: string, added = 1): number {
    const used = (this.#usage.get(orgId) ?? 0) + added
    this.#usage.set(orgId, used)
    return used + this.requestsOfOthers
  }

  /** Waits as long as something takes on the real service, by the time scale. `realMs` in milliseconds. */
  async takeTime(realMs: number): Promise<void> {
    const { timeScale } = this.settings
    if (timeScale <= 0) return
    await new Promise((resolve) => setTimeout(resolve, realMs / timeScale))
  }
}
