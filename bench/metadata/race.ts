import { readFileSync } from 'node:fs'

/** One way to do the task of a race. `run` does the whole task once. */
export interface Contender {
  readonly name: string
  readonly run: () => unknown
  /** Not timed, before every run: fresh folders, caches, garbage. */
  readonly prepare?: () => unknown
  /** Timed: ends what a run left behind, and gives the processor time of what is no child of this process. */
  readonly end?: () => Promise<number>
}

/**
 * Milliseconds. Cold is the first run of this process by the clock, warm the median of the later ones by the clock, cpu
 * the median of processor time, that of ended child processes included.
 */
export interface Timing {
  readonly name: string
  readonly coldMs: number
  readonly warmMs: number
  readonly cpuMs: number
}

interface Lap {
  readonly ms: number
  readonly cpuMs: number
}

/**
 * Runs every contender once cold and then in rounds, each round in another order, so that a busy moment of the machine
 * hits all of them.
 */
export async function race(
  contenders: readonly Contender[],
  options: { readonly rounds: number; readonly warmUps?: number },
): Promise<Timing[]> {
  const cold = new Map<string, number>()
  for (const contender of contenders) cold.set(contender.name, (await lap(contender)).ms)
  for (let round = 0; round < (options.warmUps ?? 0); round += 1)
    for (const contender of contenders) await lap(contender)
  const laps = new Map<string, Lap[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < options.rounds; round += 1) {
    const shift = round % contenders.length
    for (const contender of [...contenders.slice(shift), ...contenders.slice(0, shift)])
      laps.get(contender.name)?.push(await lap(contender))
  }
  return contenders.map(({ name }) => ({
    name,
    coldMs: cold.get(name) ?? Number.NaN,
    warmMs: median((laps.get(name) ?? []).map(({ ms }) => ms)),
    cpuMs: median((laps.get(name) ?? []).map(({ cpuMs }) => cpuMs)),
  }))
}

async function lap({ run, prepare, end }: Contender): Promise<Lap> {
  await prepare?.()
  const cpu = processorMs()
  const begun = performance.now()
  await run()
  const others = (await end?.()) ?? 0
  return { ms: performance.now() - begun, cpuMs: processorMs() - cpu + others }
}

/** The middle value; of an even number the upper one of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** A median of a contender; `NaN` when it did not run, so that no goal counts as reached. */
export function timeOf(timings: readonly Timing[], name: string, clock: 'warmMs' | 'cpuMs'): number {
  return timings.find((timing) => timing.name === name)?.[clock] ?? Number.NaN
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + childrenMs()
}

/** Fields 16 and 17 of proc(5) `stat`, in hundredths of a second; elsewhere than on Linux children are not counted. */
function childrenMs(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) * 10
  } catch {
    return 0
  }
}
