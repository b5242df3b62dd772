import { readdir, readFile } from 'node:fs/promises'

/** What the script prints at its end: every expectation with its result, every step with its time. */
export interface Report {
  step<T>(name: string, body: () => Promise<T>): Promise<T>
  check(name: string, holds: boolean, detail?: string): void
  count(name: string, value: number | string): void
  /** Prints the closing line and gives the exit code. */
  close(): number
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

export function createReport(): Report {
  const times: [string, number][] = []
  let passed = 0
  let failed = 0
  return {
    async step(name, body) {
      say(`\n== ${name}`)
      const start = performance.now()
      try {
        return await body()
      } finally {
        const seconds = (performance.now() - start) / 1_000
        times.push([name, seconds])
        say(`   ${seconds.toFixed(2)} s`)
      }
    },
    check(name, holds, detail = '') {
      if (holds) passed += 1
      else failed += 1
      say(`   ${holds ? '✓' : '✗'} ${name}${holds || detail === '' ? '' : `: ${detail.slice(0, 2_000)}`}`)
    },
    count: (name, value) => say(`   ${name}: ${value}`),
    close() {
      say('\nTimes')
      for (const [name, seconds] of times) say(`   ${seconds.toFixed(2).padStart(8)} s  ${name}`)
      say(`\n${passed} passed, ${failed} failed`)
      return failed === 0 && passed > 0 ? 0 : 1
    },
  }
}

/** Resident memory of a process and of its children, in megabytes; the peak is of the process alone. */
export async function memoryOf(pid: number): Promise<{ now: number; peak: number; withChildren: number }> {
  const own = await statusOf(pid)
  const children = await descendantsOf(pid)
  const others = await Promise.all(children.map(async (child) => (await statusOf(child)).now))
  return { ...own, withChildren: others.reduce((sum, value) => sum + value, own.now) }
}

async function statusOf(pid: number): Promise<{ now: number; peak: number }> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const megabytes = (field: string): number =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1_024)
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

async function descendantsOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const belongs = (candidate: number): boolean => {
    const parent = parents.get(candidate)
    return parent !== undefined && parent !== candidate && (parent === pid || belongs(parent))
  }
  return [...parents.keys()].filter((candidate) => belongs(candidate))
}
