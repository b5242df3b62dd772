import { existsSync, mkdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPorts } from './http/ports.ts'
import type { Tls } from './http/server.ts'
import { Practice } from './practice.ts'
import { routesOf } from './routes.ts'
import { addCompany, addOrg, orgInfo } from './seed/company.ts'
import { resumeProcesses } from './sandboxes/sandbox-process.ts'
import { loadSeed } from './seed/load-seed.ts'
import { resumeRefills } from './seed/refill.ts'

/** How to start a practice org. */
export interface PracticeOrgOptions {
  /** Folder of its own; made when it does not exist. What it holds is taken up again. */
  dataDir: string
  /** 0 takes any free port. */
  port: number
  host?: string
  /** Folder or zip in metadata or source format for the first org; `empty` for none; the bundled company when absent. Used only while the data folder holds no org. */
  seed?: string
  /** 0 (default): at once; 1: as long as the real service; 60: sixty times faster. */
  timeScale?: number
  /** A second port (0 for any) for clients that insist on https. */
  tls?: Tls & { port: number }
  /**
   * A second port (0 for any) that signs in users of sandboxes only, as test.salesforce.com does; the
   * first one then signs in users of production only, as login.salesforce.com does.
   */
  testPort?: number
  /** What clients of the device flow are asked to wait between polls, in seconds. */
  pollIntervalSeconds?: number
}

/** A practice org that is listening. `close` releases held work and waits for what is under way. */
export interface PracticeOrg {
  /** `http://host:port`, without a slash at the end. */
  origin: string
  port: number
  /** Port for clients that insist on https, when one was asked for. */
  tlsPort?: number
  /** Address of the port for users of sandboxes, when one was asked for. */
  testOrigin?: string
  /** What the first seeding could not read, for the person who gave the seed. */
  skipped: { path: string; problem: string }[]
  close: () => Promise<void>
}

/** Starts a practice org in this process. Raises what listening raises (EADDRINUSE). */
export async function createPracticeOrg(options: PracticeOrgOptions): Promise<PracticeOrg> {
  mkdirSync(options.dataDir, { recursive: true })
  const seeding = join(options.dataDir, 'seeding')
  // A process that died while it seeded left half a company: that is no company.
  if (existsSync(seeding)) await rm(join(options.dataDir, 'orgs'), { recursive: true, force: true })
  const practice = await Practice.open({ dataDir: options.dataDir, timeScale: options.timeScale ?? 0 })
  if (options.pollIntervalSeconds !== undefined) practice.pollIntervalSeconds = options.pollIntervalSeconds
  const isNew = practice.orgs.size === 0
  if (isNew) await writeFile(seeding, '')
  const skipped = isNew ? await firstSeed(practice, options.seed) : []
  await rm(seeding, { force: true })
  await resumeRefills(practice)
  for (const org of practice.orgList()) if (!org.info.isSandbox) resumeProcesses(practice, org)
  const host = options.host ?? '127.0.0.1'
  const ports = await openPorts(routesOf(practice), { ...options, host })
  const originOf = (port: number): string =>
    `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`
  return {
    origin: originOf(ports.port),
    port: ports.port,
    ...(ports.tlsPort === undefined ? {} : { tlsPort: ports.tlsPort }),
    ...(ports.testPort === undefined ? {} : { testOrigin: originOf(ports.testPort) }),
    skipped,
    close: async () => {
      practice.faults.close()
      await ports.close()
      await practice.settle()
      for (const org of practice.orgs.values()) {
        await org.deploys.exclusively(() => Promise.resolve())
        await org.retrieves.settle()
      }
    },
  }
}

async function firstSeed(practice: Practice, seed: string | undefined): Promise<PracticeOrg['skipped']> {
  if (seed === undefined) {
    await addCompany(practice)
    return []
  }
  let skipped: PracticeOrg['skipped'] = []
  const info = orgInfo('Northbeam Lighting', { checksReferences: seed === 'empty', runsTestsOnDeploy: false })
  await addOrg(practice, info, {
    fill: async (org) => {
      if (seed !== 'empty') skipped = (await loadSeed(org, seed, { isUnseen: true })).skipped
    },
  })
  return skipped
}
