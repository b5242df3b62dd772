import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('memory-task.ts', import.meta.url))

/** The peak of resident memory of a process that does one task of `memory-task.ts` and nothing else. */
export function peakMegabytes(task: string, args: readonly string[]): number {
  const output = execFileSync(process.execPath, ['--import', 'tsx', script, task, ...args], {
    encoding: 'utf8',
  })
  return Math.round(Number(output.trim().split('\n').at(-1)) / 1024)
}
