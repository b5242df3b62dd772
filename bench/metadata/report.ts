import { cpus, totalmem } from 'node:os'
import { execFileSync } from 'node:child_process'
import type { Timing } from './race.ts'

/** One goal of the design: what it asks, what was measured; `reached` null when a contender is missing. */
export interface Goal {
  readonly section: string
  readonly goal: string
  readonly measured: string
  readonly reached: boolean | null
}

/** What a section prints and collects. */
export interface Report {
  /** What has been measured so far. */
  readonly goals: readonly Goal[]
  title(text: string): void
  line(text: string): void
  /** A table of times with the ratio of every contender to the first one; `bytes` gives a column of MB/s of processor time. */
  timings(timings: readonly Timing[], options?: { readonly bytes?: number }): void
  goal(goal: Goal): void
  missing(section: string, goal: string, what: string): void
  /** Takes over the goals of a report that has been printed elsewhere. */
  take(goals: readonly Goal[]): void
  close(): void
}

export function createReport(): Report {
  const goals: Goal[] = []
  const report: Report = {
    goals,
    title: (text) => write(`\n## ${text}`),
    line: write,
    timings: (timings, { bytes } = {}) => {
      const [first] = timings
      const speed = bytes === undefined ? [] : ['MB/s']
      write(row(['', 'cold ms', 'warm ms', 'to the first', 'cpu ms', 'to the first', ...speed]))
      write(row(['---', '--:', '--:', '--:', '--:', '--:', ...speed.map(() => '--:')]))
      for (const { name, coldMs, warmMs, cpuMs } of timings) {
        const rate = bytes === undefined ? [] : [digits(bytes / cpuMs / 1000)]
        const toFirst = [warmMs / (first?.warmMs ?? 1), cpuMs / (first?.cpuMs ?? 1)].map(digits)
        write(
          row([
            name,
            digits(coldMs),
            digits(warmMs),
            toFirst[0] ?? '',
            digits(cpuMs),
            toFirst[1] ?? '',
            ...rate,
          ]),
        )
      }
    },
    goal: (goal) => {
      goals.push(goal)
      write(`goal ${goal.section}: ${goal.goal}: ${goal.measured}: ${verdict(goal)}`)
    },
    missing: (section, goal, what) =>
      report.goal({ section, goal, measured: `missing: ${what}`, reached: null }),
    take: (others) => void goals.push(...others),
    close: () => {
      write('\n## Goals\n')
      write(row(['', 'goal', 'measured', 'reached']))
      write(row(['---', '---', '---', '---']))
      for (const goal of goals) write(row([goal.section, goal.goal, goal.measured, verdict(goal)]))
    },
  }
  return report
}

/** The machine and the programs that every run depends on. */
export function machineLine(): string {
  const [cpu] = cpus()
  const memory = (totalmem() / 2 ** 30).toFixed(0)
  const git = execFileSync('git', ['--version'], { encoding: 'utf8' }).trim()
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}, ${git}`
}

/** A number with about three digits. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

function write(text: string): void {
  process.stdout.write(`${text}\n`)
}

function verdict({ reached }: Goal): string {
  return reached === null ? 'not measured' : reached ? 'yes' : '**no**'
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
