import { type Program, openProductPlace, serverScript } from './start-product.ts'

/** The product with a process for each role; both share the embedded PostgreSQL of the data folder. */
export interface RolesProduct {
  readonly origin: string
  readonly practiceOrgOrigin: string
  readonly dataDir: string
  /** Calls, live channel and Git host. */
  readonly api: Program
  readonly worker: Program
  readonly practiceOrg: Program
  stop(): Promise<void>
}

/** Starts the built practice org, API and worker on free ports and a fresh data folder. */
export async function startRoles(settings: Readonly<Record<string, string>>): Promise<RolesProduct> {
  const place = await openProductPlace(settings)
  const { origin, practiceOrgOrigin, dataDir, stop } = place
  const ready = { output: '"msg":"ready"' }
  try {
    const practiceOrg = await place.startPracticeOrg()
    // The API first and alone, because it makes the database. Its own readiness also asks for a worker.
    const api = await place.start({ script: serverScript, args: ['--role', 'api'], ready })
    const worker = await place.start({ script: serverScript, args: ['--role', 'worker'], ready })
    return { origin, practiceOrgOrigin, dataDir, api, worker, practiceOrg, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
