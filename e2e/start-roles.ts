import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, endDatabase, freePort, startProgram } from './start-product.ts'

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
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-e2e-'))
  const [port, practicePort] = await Promise.all([freePort(), freePort()])
  const origin = `http://127.0.0.1:${port}`
  const practiceOrgOrigin = `http://127.0.0.1:${practicePort}`
  const environment = {
    SLUICE_DATA_DIR: dataDir,
    SLUICE_PORT: String(port),
    SLUICE_PRACTICE_ORG_URL: practiceOrgOrigin,
    ...settings,
  }
  const started: Program[] = []
  const stop = async () => {
    for (const program of started.toReversed()) await program.kill('SIGTERM')
    await endDatabase(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  const start = async (options: Omit<Parameters<typeof startProgram>[0], 'environment'>) => {
    const program = await startProgram({ ...options, environment })
    started.push(program)
    return program
  }
  const script = 'apps/server/dist/main.js'
  try {
    const practiceOrg = await start({
      script: 'packages/practice-org/dist/main.js',
      args: [`--port=${practicePort}`, `--data=${join(dataDir, 'practice-org')}`],
      ready: { url: practiceOrgOrigin },
    })
    // The API first and alone, because it makes the database. Its own readiness also asks for a worker.
    const api = await start({ script, args: ['--role', 'api'], ready: { output: '"msg":"ready"' } })
    const worker = await start({ script, args: ['--role', 'worker'], ready: { output: '"msg":"ready"' } })
    return { origin, practiceOrgOrigin, dataDir, api, worker, practiceOrg, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
