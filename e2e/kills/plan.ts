import { createHash } from 'node:crypto'

export const victims = ['server', 'api', 'worker', 'database', 'practice org'] as const
/** What is killed: API and worker at once, one of them, PostgreSQL, or the practice org. */
export type Victim = (typeof victims)[number]

export interface Round {
  /** Counted from 1. */
  readonly number: number
  readonly direction: 'in' | 'out'
  readonly victim: Victim
  /** The moment of the kill, from 0 to 1: a fraction of what a flow of this direction takes when nothing is killed. */
  readonly fraction: number
}

/** A number from 0 to 1, the same for the same seed and subject. */
function drawn(seed: number, subject: string): number {
  return createHash('sha256').update(`${seed} ${subject}`).digest().readUInt32BE() / 2 ** 32
}

/** The rounds of a seed. Five in a row have five different victims, so that each is killed equally often. */
export function roundsOf(seed: number, count: number): Round[] {
  return Array.from({ length: count }, (_, index) => {
    const group = Math.floor(index / victims.length)
    const order = victims.toSorted(
      (one, other) => drawn(seed, `${group} ${one}`) - drawn(seed, `${group} ${other}`),
    )
    return {
      number: index + 1,
      direction: index % 2 === 0 ? 'in' : 'out',
      victim: order[index % victims.length] ?? 'server',
      fraction: drawn(seed, `moment of ${index}`),
    }
  })
}
