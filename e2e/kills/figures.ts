import type { Played } from './play.ts'
import { type Victim, victims } from './plan.ts'

interface Figures {
  readonly rounds: number
  /** How many kills met a job that had not ended. */
  readonly metUnfinished: number
  /** From the kill to the end of the job, of the kills that met an unfinished one. */
  readonly medianSeconds: number | null
  readonly longestSeconds: number | null
}

function figuresOf(played: readonly Played[]): Figures {
  const times = played
    .flatMap(({ endedAfterMs }) => (endedAfterMs === null ? [] : [Math.round(endedAfterMs / 100) / 10]))
    .toSorted((one, other) => one - other)
  return {
    rounds: played.length,
    metUnfinished: times.length,
    medianSeconds: times[Math.floor(times.length / 2)] ?? null,
    longestSeconds: times.at(-1) ?? null,
  }
}

/** The figures of all rounds and of each victim. */
export function allFigures(played: readonly Played[]): Record<Victim | 'all', Figures> {
  const of = (victim: Victim) => figuresOf(played.filter(({ round }) => round.victim === victim))
  return {
    all: figuresOf(played),
    server: of('server'),
    api: of('api'),
    worker: of('worker'),
    database: of('database'),
    'practice org': of('practice org'),
  }
}

/** Victims whose kills never met an unfinished job, about which the rounds say nothing. */
export function unprovenVictims(played: readonly Played[]): Victim[] {
  const figures = allFigures(played)
  return victims.filter((victim) => figures[victim].metUnfinished === 0)
}

/** One line about a round. */
export function describe({ round, momentMs, endedAfterMs, faults }: Played): string {
  const end = endedAfterMs === null ? 'the job had ended' : `the job ended after ${endedAfterMs} ms`
  const verdict = faults.length === 0 ? end : faults.join('; ')
  return `round ${round.number}, flow ${round.direction}: ${round.victim} killed after ${momentMs} ms (${round.fraction.toFixed(2)}): ${verdict}`
}
