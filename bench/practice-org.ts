import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, root } from '../e2e/start-product.ts'
import { generatedComponents, writeGenerated } from './practice-org/generated.ts'
import { visit, type Visit } from './practice-org/visit.ts'
import { prepareSeed, usualDataArchive } from './real-data/seed.ts'
import { isTiny, sized } from './sized.ts'

/** `npm run bench:practice-org [-- <seeds.tar.zst>]`: start, listing and retrieving of two large orgs, three rounds. */
const dataArchive = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? usualDataArchive
const rounds = sized(3, 1)
/** From here on the machine itself keeps processes waiting, and figures by the clock say little about the program. */
const busyMs = 20
const bounds = { startMs: 3_000, longestBlockMs: 100, peakMegabytes: 300 }

interface Health {
  /** Of the start, which tells more than its duration where others use the machine. */
  processorMs: number
  longestBlockMs: number
  peakMegabytes: number
}

interface Figures extends Visit, Health {
  startMs: number
  /** The longest wait of a process that does nothing: what the machine adds to `longestBlockMs`. */
  idleWaitMs: number
}

interface RunningOrg {
  startMs: number
  origin: string
  stop: () => Promise<void>
}

/** Starts the built program as `npm start` does; its start ends when it answers. */
async function start(dataDir: string, seed: string): Promise<RunningOrg> {
  const begin = performance.now()
  const port = await freePort()
  const script = join(root, 'packages/practice-org/dist/main.js')
  const child = spawn(process.execPath, [script, `--port=${port}`, `--data=${dataDir}`, `--seed=${seed}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done())
  })
  const origin = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error('the practice org ended')
    const answer = await fetch(`${origin}/admin/health`).catch(() => null)
    if (answer?.ok) break
    await new Promise((done) => {
      setTimeout(done, 5)
    })
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
  }
  return { startMs: Math.round(performance.now() - begin), origin, stop }
}

/** A process beside the org that only waits: how long the machine itself keeps a process waiting. */
const waiting = `
const { monitorEventLoopDelay } = require('node:perf_hooks')
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
process.stdin.resume().once('end', () => console.log(Math.round(delay.max / 1e6 - 10)))
`

interface Idler {
  longestWaitMs: () => Promise<number>
}

function startIdler(): Idler {
  const child = spawn(process.execPath, ['-e', waiting], { stdio: ['pipe', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (piece) => (text += String(piece)))
  const ended = new Promise<void>((done) => {
    child.once('close', () => done())
  })
  return {
    longestWaitMs: async () => {
      child.stdin.end()
      await ended
      return Number(text)
    },
  }
}

/** One start, a visit of everything, and what the process says about itself. */
async function measure(dataDir: string, seed: string): Promise<Figures> {
  const org = await start(dataDir, seed)
  try {
    const look = async (): Promise<Health> => (await fetch(`${org.origin}/admin/process`)).json()
    const { processorMs } = await look()
    const idler = startIdler()
    const session = await fetch(`${org.origin}/admin/sessions`, { method: 'POST', body: '{}' })
    const { accessToken }: { accessToken: string } = await session.json()
    const visited = await visit({ origin: org.origin, token: accessToken })
    const { longestBlockMs, peakMegabytes } = await look()
    const idleWaitMs = await idler.longestWaitMs()
    return { startMs: org.startMs, processorMs, ...visited, longestBlockMs, peakMegabytes, idleWaitMs }
  } finally {
    await org.stop()
  }
}

/** Every figure's median over the rounds. */
function medians(all: readonly Figures[]): Figures {
  const median = (name: keyof Figures): number =>
    all.map((one) => one[name]).toSorted((a, b) => a - b)[1] ?? 0
  return {
    startMs: median('startMs'),
    processorMs: median('processorMs'),
    components: median('components'),
    files: median('files'),
    archiveBytes: median('archiveBytes'),
    listMs: median('listMs'),
    retrieveMs: median('retrieveMs'),
    longestBlockMs: median('longestBlockMs'),
    peakMegabytes: median('peakMegabytes'),
    idleWaitMs: median('idleWaitMs'),
  }
}

async function filesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

/** Files that the org says it has, by its own index on disk. */
async function filesOfState(dataDir: string): Promise<number> {
  const [orgId = ''] = await readdir(join(dataDir, 'orgs'))
  const index = await readFile(join(dataDir, 'orgs', orgId, 'components.jsonl'), 'utf8')
  let count = 0
  for (const line of index.trim().split('\n')) {
    const { files }: { files: string[] } = JSON.parse(line)
    count += files.length
  }
  return count
}

let failed = 0
function check(name: string, value: number, limit: number): void {
  const holds = value <= limit
  // Of tiny input no figure says anything.
  if (!holds && !isTiny) failed += 1
  process.stdout.write(`   ${holds ? '✓' : '✗'} ${name}: ${value} (at most ${limit})\n`)
}

async function bench(name: string, seed: string, work: string): Promise<void> {
  process.stdout.write(`\n== ${name}: ${await filesBelow(seed)} files\n`)
  const first: Figures[] = []
  const again: Figures[] = []
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = join(work, `${name}-${round}`)
    first.push(await measure(dataDir, seed))
    again.push(await measure(dataDir, seed))
    process.stdout.write(`   ${JSON.stringify({ first: first.at(-1), again: again.at(-1) })}\n`)
    const expected = await filesOfState(dataDir)
    if (again.at(-1)?.files !== expected) throw new Error(`${expected} files are in the org`)
    await rm(dataDir, { recursive: true })
  }
  for (const [way, figures] of [
    ['seeding', medians(first)],
    ['state on disk', medians(again)],
  ] as const) {
    const { startMs, longestBlockMs, peakMegabytes, ...visited } = figures
    if (figures.idleWaitMs > busyMs)
      process.stdout.write(
        `   the machine is busy: a process that does nothing waited ${figures.idleWaitMs} ms\n`,
      )
    process.stdout.write(`   ${way}: ${JSON.stringify(visited)}\n`)
    check(`start in ms, ${way}`, startMs, bounds.startMs)
    check(`longest block of the event loop in ms, ${way}`, longestBlockMs, bounds.longestBlockMs)
    check(`peak memory in MB, ${way}`, peakMegabytes, bounds.peakMegabytes)
  }
}

const work = await mkdtemp(join(tmpdir(), 'sluice-practice-org-'))
try {
  const generated = join(work, 'generated')
  await writeGenerated(generated)
  await bench(`generated (${generatedComponents} components)`, generated, work)
  if (isTiny) process.stdout.write('Without the largest set of the data.\n')
  else if (existsSync(dataArchive)) {
    const real = join(work, 'real')
    await cp((await prepareSeed(0, dataArchive)).folder, real, { recursive: true })
    await bench('largest set of the data', real, work)
  } else {
    failed += 1
    process.stdout.write(`The data is not there: ${dataArchive}\n`)
  }
} finally {
  await rm(work, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1
