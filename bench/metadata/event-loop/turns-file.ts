import { readFile } from 'node:fs/promises'

/** A turn of a watched event loop: when, milliseconds since 1970, how late, and its thread's processor time since the last. */
export interface Turn {
  readonly at: number
  readonly lateMs: number
  readonly workedMs: number
}

/** What `processes/turns.ts` has written. */
export async function readTurns(file: string): Promise<Turn[]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => {
    const [at, lateMs, workedMs] = line.split(' ').map(Number)
    return { at: at ?? 0, lateMs: lateMs ?? Number.NaN, workedMs: workedMs ?? Number.NaN }
  })
}
