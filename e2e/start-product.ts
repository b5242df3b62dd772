import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface Product {
  /** Where the console and the API answer, for example `http://127.0.0.1:41234`. */
  readonly origin: string
  readonly practiceOrgOrigin: string
  readonly dataDir: string
  readonly server: Program
  readonly practiceOrg: Program
  stop(): Promise<void>
}

export interface Program {
  pid(): number
  /** Waits until the program has ended by itself or by a signal. */
  exited(): Promise<void>
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts the program again on its data and port. */
  restart(settings?: Readonly<Record<string, string>>): Promise<void>
  output(): string
}

interface ProductOptions {
  readonly settings?: Readonly<Record<string, string>>
  readonly practiceOrgArguments?: readonly string[]
}

/** The addresses and the data folder of a product, and the programs that were started for it. */
export interface ProductPlace {
  readonly origin: string
  readonly practiceOrgOrigin: string
  readonly dataDir: string
  start(program: Omit<ProgramOptions, 'environment'>): Promise<Program>
  startPracticeOrg(args?: readonly string[]): Promise<Program>
  /** Ends the programs, the last one first, and the database; removes the data folder. */
  readonly stop: () => Promise<void>
}

/** Free ports and a fresh data folder for the programs of a product. Nothing is started yet. */
export async function openProductPlace(settings: Readonly<Record<string, string>>): Promise<ProductPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-e2e-'))
  const [port, practicePort] = await Promise.all([freePort(), freePort()])
  const origin = `http://127.0.0.1:${port}`
  const practiceOrgOrigin = `http://127.0.0.1:${practicePort}`
  const environment = {
    SLUICE_DATA_DIR: dataDir,
    SLUICE_PORT: String(port),
    SLUICE_PRACTICE_ORG_URL: practiceOrgOrigin,
    // Looks in the background would meet the faults that tests set for their jobs; "Check now" looks all the same.
    SLUICE_ORG_LOOK_CALLS: '0',
    ...settings,
  }
  const started: Program[] = []
  const start = async (program: Omit<ProgramOptions, 'environment'>) => {
    const running = await startProgram({ ...program, environment })
    started.push(running)
    return running
  }
  return {
    origin,
    practiceOrgOrigin,
    dataDir,
    start,
    startPracticeOrg: (args = []) =>
      start({
        script: 'packages/practice-org/dist/main.js',
        args: [`--port=${practicePort}`, `--data=${join(dataDir, 'practice-org')}`, ...args],
        ready: { url: practiceOrgOrigin },
      }),
    async stop() {
      for (const program of started.toReversed()) await program.kill('SIGTERM')
      await endDatabase(dataDir)
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

export const serverScript = 'apps/server/dist/main.js'

/**
 * Starts the built product, the server and the practice org, on free ports and a fresh data folder.
 * The same programs that `npm start` starts; nothing in them knows that a test drives them.
 */
export async function startProduct({
  settings = {},
  practiceOrgArguments = [],
}: ProductOptions = {}): Promise<Product> {
  const place = await openProductPlace(settings)
  const { origin, practiceOrgOrigin, dataDir, stop } = place
  try {
    const practiceOrg = await place.startPracticeOrg(practiceOrgArguments)
    const ready = { url: `${origin}/health/ready` }
    const server = await place.start({ script: serverScript, args: [], ready })
    return { origin, practiceOrgOrigin, dataDir, server, practiceOrg, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** By what a started program shows that it works: an address that answers, or a text that it prints. */
type ReadySign = { readonly url: string } | { readonly output: string }

interface ProgramOptions {
  readonly script: string
  readonly args: readonly string[]
  readonly ready: ReadySign
  readonly environment: Readonly<Record<string, string>>
}

export async function startProgram(options: ProgramOptions): Promise<Program> {
  let running = await launch(options)
  return {
    pid: () => running.child.pid ?? 0,
    output: () => running.output(),
    exited: () => running.exited,
    async kill(signal) {
      if (running.child.exitCode === null && running.child.signalCode === null) running.child.kill(signal)
      await running.exited
    },
    async restart(settings = {}) {
      await running.exited
      running = await launch({ ...options, environment: { ...options.environment, ...settings } })
    },
  }
}

interface Running {
  readonly child: ChildProcess
  readonly exited: Promise<void>
  readonly output: () => string
}

async function launch({ script, args, ready, environment }: ProgramOptions): Promise<Running> {
  const inherited = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' }
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done())
  })
  const running = { child, exited, output: () => text }
  await untilReady(ready, running)
  return running
}

async function untilReady(sign: ReadySign, { child, output }: Running): Promise<void> {
  const name = 'url' in sign ? sign.url : child.spawnargs.join(' ')
  const until = Date.now() + 240_000
  while (Date.now() < until) {
    if (child.exitCode !== null)
      throw new Error(`${name}: the program ended before it was ready\n${output()}`)
    if ('output' in sign ? output().includes(sign.output) : await answers(sign.url)) return
    await new Promise((done) => {
      setTimeout(done, 50)
    })
  }
  throw new Error(`${name} was not ready in time\n${output()}`)
}

/** Whether the address answers with a status of success. */
export async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** A server that was killed leaves its database running, as it should; the test ends it by its id. */
export async function endDatabase(dataDir: string): Promise<void> {
  const pidFile = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(pidFile.split('\n')[0])
  if (!pid) return
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    return
  }
  for (let i = 0; i < 50 && alive(pid); i += 1)
    await new Promise((done) => {
      setTimeout(done, 100)
    })
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export function freePort(): Promise<number> {
  return new Promise((done, refuse) => {
    const probe = createServer()
    probe.once('error', refuse)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? done(address.port) : refuse(new Error('no port')),
      )
    })
  })
}
