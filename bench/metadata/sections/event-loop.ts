import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { initializeStackResult } from '@sluice/contract/job-commands/initialize-stack'
import { type Product, startProduct } from '../../../e2e/start-product.ts'
import { builtProcess } from '../../built-process.ts'
import { generatedComponents, writeGenerated } from '../../practice-org/generated.ts'
import { connect } from '../../real-data/initialize.ts'
import { type ProductClient, registerAndSignIn } from '../../real-data/product-client.ts'
import { type Answered, keepAsking, percentile } from '../event-loop/requests.ts'
import { type Turn, readTurns } from '../event-loop/turns-file.ts'
import { digits } from '../report.ts'
import type { Report } from '../report.ts'
import { sized } from '../../sized.ts'

const account = { emailAddress: 'bench@example.com', password: 'Correct-Horse-7' }
const idleMs = sized(10_000, 200)

/** Milliseconds since 1970. */
interface Window {
  readonly from: number
  readonly to: number
}

/**
 * The product itself, API and worker in one process as it is started usually, asked by this process while a job brings
 * an org of 20,000 components into its repository for the first time. Beside it runs a process that does nothing.
 */
export async function eventLoop(report: Report): Promise<void> {
  report.title('8 Off the event loop')
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const turns = (name: string) => join(folder, `turns-${name}`)
  await writeGenerated(join(folder, 'org'))
  const product = await startProduct({
    settings: {
      NODE_OPTIONS: `--import=${pathToFileURL(builtProcess('server-turns')).href}`,
      BENCH_TURNS: turns('server'),
      SLUICE_RATE_LIMIT_FACTOR: '1000',
    },
    practiceOrgArguments: [`--seed=${join(folder, 'org')}`],
  })
  const bystander = startBystander(turns('bystander'))
  try {
    const asked = await ask(product).finally(async () => {
      await Promise.all([product.stop(), bystander.stop()])
    })
    const [server, beside] = await Promise.all([readTurns(turns('server')), readTurns(turns('bystander'))])
    print(report, { ...asked, server, bystander: beside })
  } finally {
    await rm(folder, { recursive: true })
  }
}

function startBystander(file: string): { stop(): Promise<void> } {
  const script = builtProcess('bystander')
  const child = spawn(process.execPath, [script, file], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  return {
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

async function ask(product: Product): Promise<Asked> {
  const client = await registerAndSignIn(product.origin, account)
  const place = await connect({ product, client })
  const over = new AbortController()
  const asking = Promise.all([
    keepAsking(async () => await client.calls.workspaces.list({}), over.signal),
    keepAsking(async () => await (await fetch(`${product.origin}/health/live`)).text(), over.signal),
  ])
  const idle = { from: Date.now(), to: Date.now() + idleMs }
  await new Promise((resolve) => {
    setTimeout(resolve, idleMs)
  })
  const { job, engine } = await busy(product, client, place)
  over.abort()
  const [calls, health] = await asking
  return { calls, health, windows: { idle, 'engine run': engine, 'whole job': job } }
}

/** Runs the job; the engine works from the end of the retrieve to the record of the commits. */
async function busy(
  product: Product,
  client: ProductClient,
  place: { workspaceId: string; stackId: string },
): Promise<{ job: Window; engine: Window }> {
  const from = Date.now()
  const { defaultIncludeSpecs } = await client.config()
  let isOver = false
  const watching = engineWindow(join(product.dataDir, 'work'), () => isOver)
  const submission = {
    jobCommandName: 'InitializeStack',
    jobTemplate: { includeSpecs: defaultIncludeSpecs },
  } as const
  await client.runJob(place, submission, initializeStackResult).finally(() => (isOver = true))
  return { job: { from, to: Date.now() }, engine: await watching }
}

async function engineWindow(work: string, isOver: () => boolean): Promise<Window> {
  let from = Number.NaN
  while (!isOver()) {
    const folders = await readdir(work, { recursive: true }).catch(() => [])
    if (Number.isNaN(from) && folders.some((path) => path.endsWith('retrieve/.complete'))) from = Date.now()
    if (folders.some((path) => /org-commits-[^/]*\.json$/u.test(path))) return { from, to: Date.now() }
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
  return { from, to: Date.now() }
}

interface Asked {
  readonly calls: readonly Answered[]
  readonly health: readonly Answered[]
  readonly windows: Readonly<Record<'idle' | 'engine run' | 'whole job', Window>>
}

interface Measured extends Asked {
  readonly server: readonly Turn[]
  readonly bystander: readonly Turn[]
}

function print(report: Report, { calls, health, server, bystander, windows }: Measured): void {
  const row = ([name, { from, to }]: readonly [string, Window]) => {
    const within = <T extends { readonly at: number }>(all: readonly T[]) =>
      all.filter(({ at }) => at >= from && at <= to)
    return {
      name,
      seconds: (to - from) / 1000,
      call: within(calls).map(({ ms }) => ms),
      live: within(health).map(({ ms }) => ms),
      late: within(server).map(({ lateMs }) => lateMs),
      worked: within(server).map(({ workedMs }) => workedMs),
      beside: within(bystander).map(({ lateMs }) => lateMs),
    }
  }
  const rows = Object.entries(windows).map(row)
  report.line(
    `${generatedComponents} components; milliseconds; delay: how late the API's event loop was, asked every 5 ms; block: ` +
      'processor time of its thread between two such turns; bystander: delay of a process that does nothing\n',
  )
  report.line(
    '|  | seconds | call p50 | p99 | health p50 | p99 | delay p50 | p99 | max | block p99 | max | bystander p99 | max |',
  )
  report.line('| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |')
  for (const { name, seconds, call, live, late, worked, beside } of rows) {
    const figures = [
      seconds,
      ...[call, live].flatMap((ms) => [percentile(ms, 0.5), percentile(ms, 0.99)]),
      ...[0.5, 0.99, 1].map((share) => percentile(late, share)),
      ...[worked, beside].flatMap((ms) => [percentile(ms, 0.99), percentile(ms, 1)]),
    ]
    report.line(`| ${name} | ${figures.map(digits).join(' | ')} |`)
  }
  const [idle, engine, job] = rows
  if (idle === undefined || engine === undefined || job === undefined || engine.call.length === 0)
    return report.missing('8', 'API p99 while the engine works', 'the engine run was too short to be seen')
  const more = percentile(engine.call, 0.99) - percentile(idle.call, 0.99)
  report.goal({
    section: '8',
    goal: 'while the engine works on 20,000 files, the API answers within 50 ms more than idle (p99)',
    measured: `${digits(more)} ms more; over the whole job ${digits(percentile(job.call, 0.99) - percentile(idle.call, 0.99))}`,
    reached: more < 50,
  })
  for (const { name, late, worked, beside } of [engine, job]) {
    const [delay, longest, block] = [percentile(late, 0.99), percentile(late, 1), percentile(worked, 1)]
    report.goal({
      section: '8',
      goal: `event-loop delay of the API process below 20 ms, ${name}`,
      measured:
        `p99 ${digits(delay)} ms, largest ${digits(longest)} (a process that does nothing ${digits(percentile(beside, 0.99))} ` +
        `and ${digits(percentile(beside, 1))}), longest block ${digits(block)}`,
      reached: delay < 20,
    })
  }
}
