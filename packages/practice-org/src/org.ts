import { existsSync, mkdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeployQueue } from './deploy/queue.ts'
import { writeJson } from './json-file.ts'
import { OrgState } from './org-state.ts'
import type { OrgInfo, OrgParts, OrgUser } from './org-state.ts'
import { RecordTables } from './records.ts'
import { RetrieveRequests } from './retrieve/requests.ts'
import { ComponentStore } from './store/store.ts'
import type { Surroundings } from './surroundings.ts'

/** A file that stands in the folder until an org has all that it is made with. */
const unfinished = 'unfinished'

/** One organisation with everything that is under way in it, in a folder of its own. */
export class Org extends OrgState {
  readonly deploys: DeployQueue
  readonly retrieves: RetrieveRequests

  private constructor(surroundings: Surroundings, parts: OrgParts) {
    super(parts)
    this.deploys = new DeployQueue(surroundings, this)
    this.retrieves = new RetrieveRequests(surroundings, this)
  }

  /** Makes the folder of a new org; components follow by seeding, and `finish` says that it is whole. */
  static async create(
    surroundings: Surroundings,
    folder: string,
    start: { info: OrgInfo; users: OrgUser[] },
  ): Promise<Org> {
    await rm(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await writeFile(join(folder, unfinished), '')
    await writeJson(join(folder, 'users.json'), start.users)
    await writeJson(join(folder, 'org.json'), start.info)
    return Org.open(surroundings, folder)
  }

  /** From here on the org outlives the process. */
  async finish(): Promise<void> {
    await rm(join(this.folder, unfinished))
  }

  /** Removes an org that was never finished; does nothing to any other. */
  static async discardUnfinished(folder: string): Promise<void> {
    if (existsSync(join(folder, unfinished))) await rm(folder, { recursive: true, force: true })
  }

  /**
   * Opens an org and takes up the deployments and retrieves that were under way. Throws ENOENT
   * for a folder that holds none.
   */
  static async open(surroundings: Surroundings, folder: string): Promise<Org> {
    const info: OrgInfo = JSON.parse(await readFile(join(folder, 'org.json'), 'utf8'))
    const users: OrgUser[] = JSON.parse(await readFile(join(folder, 'users.json'), 'utf8'))
    const store = await ComponentStore.open(folder, surroundings.journal)
    const records = await RecordTables.open(join(folder, 'records'))
    const org = new Org(surroundings, { folder, info, users, store, records })
    await org.deploys.resume()
    await org.retrieves.resume()
    return org
  }
}
