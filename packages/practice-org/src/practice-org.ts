import { existsSync, mkdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { serveRoutes } from './http/server.ts'
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
  /** A second port for clients that insist on https. */
  tls?: Tls & { port: number }
  /** What clients of the device flow are asked to wait between polls, in seconds. */
  pollIntervalSeconds?: number
}

/** A practice org that is listening. `close` releases held work and waits for what is under way. */
export interface PracticeOrg {
  /** `http://host:port`, without a slash at the end. */
  origin: string
  port: number
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
  const routes = routesOf(practice)
  const host = options.host ?? '127.0.0.1'
  const server = serveRoutes(routes)
  const port = await listen(server, host, options.port)
  const servers = [server]
  if (options.tls) {
    const secure = serveRoutes(routes, options.tls)
    await listen(secure, host, options.tls.port)
    servers.push(secure)
  }
  if (host === '127.0.0.1') {
    // Clients may resolve `localhost` to either loopback address.
    const second = serveRoutes(routes)
    const isListening = await listen(second, '::1', port).catch(() => undefined)
    if (isListening !== undefined) servers.push(second)
  }
  return {
    origin: `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`,
    port,
    skipped,
    close: async () => {
      practice.faults.remove()
      for (const entry of servers) await stop(entry)
      await practice.settle()
      for (const org of practice.orgs.values()) await org.deploys.exclusively(() => Promise.resolve())
    },
  }
}

async function firstSeed(practice: Practice, seed: string | undefined): Promise<PracticeOrg['skipped']> {
  if (seed === undefined) {
    await addCompany(practice)
    return []
  }
  const org = await addOrg(
    practice,
    orgInfo('Northbeam Lighting', {
      checksReferences: seed === 'empty',
      runsTestsOnDeploy: false,
    }),
  )
  return seed === 'empty' ? [] : (await loadSeed(org, seed, { isUnseen: true })).skipped
}

/** Returns the port, which matters when any free one was asked for. */
async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
