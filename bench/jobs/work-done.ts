import { readFile, rm, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Product } from '../../e2e/start-product.ts'
import { builtProcess } from '../built-process.ts'
import { type ProcessorTime, processorTime } from './processor-time.ts'

/** Settings with which a product writes each Git process and each query into a file. `tsc -b bench/processes` builds what does it. */
export const countingSettings = (file: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${pathToFileURL(builtProcess('count-work')).href}`,
  BENCH_WORK: file,
  SLUICE_RATE_LIMIT_FACTOR: '0',
})

/** What a product did during some work. */
export interface WorkDone {
  /** By the clock. */
  readonly milliseconds: number
  readonly processorTime: ProcessorTime
  /** Git processes by command, those of the built-in host with an address in their name. */
  readonly git: ReadonlyMap<string, number>
  readonly queries: ReadonlyMap<string, number>
}

/** Counts what the product does while the work runs. */
export async function measureWork(
  { product, file }: { readonly product: Product; readonly file: string },
  work: () => Promise<unknown>,
): Promise<WorkDone> {
  const before = await processorTime(product.server.pid())
  const from = Date.now()
  await work()
  const until = Date.now()
  const after = await processorTime(product.server.pid())
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.split('\t'))
  const during = lines.filter(([at]) => Number(at) >= from && Number(at) <= until)
  const of = (kind: string) =>
    counted(during.filter(([, found]) => found === kind).map(([, , what = '', where]) => named(what, where)))
  return {
    milliseconds: until - from,
    processorTime: { server: after.server - before.server, git: after.git - before.git },
    git: of('git'),
    queries: of('query'),
  }
}

const named = (what: string, gitDir = ''): string =>
  gitDir.includes('/repositories/') ? `${what} (host)` : what

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map([...counts].toSorted(([, one], [, other]) => other - one))
}

export const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)

/** Counts every Git process of some work, with those that Git itself starts. Being traced takes Git more time. */
export async function traceGit(file: string, work: () => Promise<unknown>): Promise<number> {
  const trace = `${file}.trace`
  await writeFile(trace, '')
  await work()
  const lines = (await readFile(trace, 'utf8')).split('\n')
  await rm(trace)
  return lines.filter((line) => line.includes('"event":"start"')).length
}
