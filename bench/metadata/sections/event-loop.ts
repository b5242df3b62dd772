import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initializeStackResult } from '@sluice/contract/job-commands/initialize-stack'
import { type Product, startProduct } from '../../../e2e/start-product.ts'
import { generatedComponents, writeGenerated } from '../../practice-org/generated.ts'
import { connect } from '../../real-data/initialize.ts'
import { type ProductClient, registerAndSignIn } from '../../real-data/product-client.ts'
import { type Answered, keepAsking, percentile } from '../event-loop/requests.ts'
import { digits } from '../report.ts'
import type { Report } from '../report.ts'

const account = { emailAddress: 'bench@example.com', password: 'Correct-Horse-7' }
const idleMs = 10_000

/** Milliseconds since 1970. */
interface Window {
  readonly from: number
  readonly to: number
}

/**
 * The product itself, API and worker in one process as it is started usually, asked by this process while a job brings
 * an org of 20,000 components into its repository for the first time.
 */
export async function eventLoop(report: Report): Promise<void> {
  report.title('8 Off the event loop')
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const delays = join(folder, 'delays')
  const probe = new URL('../event-loop/delay-probe.mjs', import.meta.url)
  await writeGenerated(join(folder, 'org'))
  const product = await startProduct({
    settings: {
      NODE_OPTIONS: `--import=${probe.href}`,
      BENCH_DELAYS: delays,
      SLUICE_RATE_LIMIT_FACTOR: '1000',
    },
    practiceOrgArguments: [`--seed=${join(folder, 'org')}`],
  })
  try {
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
    const late = await readFile(delays, 'utf8')
    print(report, { calls, health, late, windows: { idle, 'engine run': engine, 'whole job': job } })
  } finally {
    await product.stop()
    await rm(folder, { recursive: true })
  }
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

interface Measured {
  readonly calls: readonly Answered[]
  readonly health: readonly Answered[]
  /** Lines of the probe: time, median and largest delay of a tenth of a second, longest block in processor time. */
  readonly late: string
  readonly windows: Readonly<Record<'idle' | 'engine run' | 'whole job', Window>>
}

function print(report: Report, { calls, health, late, windows }: Measured): void {
  const lines = late.split('\n').map((line) => line.split(' ').map(Number))
  const row = ([name, window]: readonly [string, Window]) => {
    const within = (at: number | undefined) => at !== undefined && at >= window.from && at <= window.to
    const [call, live] = [calls, health].map((all) => all.filter(({ at }) => within(at)).map(({ ms }) => ms))
    const seen = lines.filter(([at]) => within(at))
    const delays = seen.map(([, , most]) => most ?? 0)
    const blocks = seen.map(([, , , block]) => block ?? Number.NaN)
    return {
      name,
      seconds: (window.to - window.from) / 1000,
      call: call ?? [],
      live: live ?? [],
      delays,
      blocks,
    }
  }
  const rows = Object.entries(windows).map(row)
  report.line(
    `${generatedComponents} components; milliseconds; of each tenth of a second the largest delay of the event loop, and ` +
      'the longest block: processor time of the thread between two turns\n',
  )
  report.line(
    '|  | seconds | call p50 | p99 | health p50 | p99 | delay p50 | p99 | max | block p50 | p99 | max |',
  )
  report.line('| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |')
  for (const { name, seconds, call, live, delays, blocks } of rows) {
    const figures = [
      seconds,
      ...[call, live].flatMap((ms) => [percentile(ms, 0.5), percentile(ms, 0.99)]),
      ...[delays, blocks].flatMap((ms) => [0.5, 0.99, 1].map((share) => percentile(ms, share))),
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
  for (const { name, delays, blocks } of [engine, job]) {
    const delay = percentile(delays, 0.99)
    report.goal({
      section: '8',
      goal: `event-loop delay of the API process below 20 ms, ${name}`,
      measured: `p99 ${digits(delay)} ms (idle ${digits(percentile(idle.delays, 0.99))}), longest block ${digits(percentile(blocks, 1))}`,
      reached: delay < 20,
    })
  }
}
