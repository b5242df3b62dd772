import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startProduct } from '../e2e/start-product.ts'
import { openWork } from './jobs/changes.ts'
import { type WorkDone, countingSettings, measureWork, sum, traceGit } from './jobs/work-done.ts'
import { median, say } from './figures.ts'
import { sized } from './sized.ts'

/**
 * `npm run bench:job-cost` measures a flow in and a flow out of one change in a small org: processor time of the server and of Git, Git
 * processes by command, and queries of the database. Medians of the rounds after the first one. `-- --queries` lists the queries too.
 */
const rounds = sized(6, 2)
const showsQueries = process.argv.includes('--queries')

interface Measured {
  readonly name: string
  readonly works: readonly WorkDone[]
  /** Git processes with those that Git itself starts. */
  readonly traced: number | null
}

function report({ name, works, traced }: Measured): void {
  const of = (value: (work: WorkDone) => number) => median(works.map(value))
  const server = of(({ processorTime }) => processorTime.server)
  const git = of(({ processorTime }) => processorTime.git)
  const seconds = [server + git, server, git].map((value) => `${value.toFixed(2)} s`)
  const processes = of((work) => sum(work.git))
  const queries = of((work) => sum(work.queries))
  const time = of(({ milliseconds }) => milliseconds)
  say(`| ${name} | ${time} ms | ${seconds.join(' | ')} | ${processes} | ${traced ?? ''} | ${queries} |`)
}

function list({ name, works }: Measured): void {
  const last = works.at(-1)
  if (last === undefined) return
  const kinds = { 'Git processes': last.git, ...(showsQueries && { queries: last.queries }) }
  for (const [kind, counts] of Object.entries(kinds))
    say(`\n${name}, ${kind}:\n${Array.from(counts, ([what, count]) => `${count} × ${what}`).join('\n')}`)
}

const folder = await mkdtemp(join(tmpdir(), 'sluice-job-cost-'))
const file = join(folder, 'work')
const product = await startProduct({ settings: countingSettings(file) })
try {
  const measured = { product, file }
  const work = await openWork(product)
  const flowsIn: WorkDone[] = []
  const flowsOut: WorkDone[] = []
  for (let round = 0; round < rounds; round++) {
    await work.changeOrg(`in round ${round}`)
    flowsIn.push(await measureWork(measured, work.flowIn))
    await work.changeBranch(`in round ${round}`)
    flowsOut.push(await measureWork(measured, work.flowOut))
  }
  await work.changeOrg('traced')
  const tracedIn = await traceGit(file, work.flowIn)
  await work.changeBranch('traced')
  const tracedOut = await traceGit(file, work.flowOut)
  const idle = await measureWork(measured, () => setTimeout(sized(10_000, 100)))
  say('| | time | processor time | of the server | of Git | Git processes | with those of Git | queries |')
  say('|---|--:|--:|--:|--:|--:|--:|--:|')
  const jobs = [
    { name: 'flow in', works: flowsIn.slice(1), traced: tracedIn },
    { name: 'flow out', works: flowsOut.slice(1), traced: tracedOut },
  ]
  for (const job of jobs) report(job)
  report({ name: 'no job', works: [idle], traced: null })
  for (const job of jobs) list(job)
  await work.close()
} finally {
  await product.stop()
  await rm(folder, { recursive: true })
}
