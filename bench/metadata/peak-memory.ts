import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { builtProcess } from '../built-process.ts'

const script = fileURLToPath(new URL('memory-task.ts', import.meta.url))

/** The peak of resident memory of a process that does one task of `memory-task.ts` and nothing else. */
export function peakMegabytes(task: string, args: readonly string[]): number {
  return peakOf(['--import', 'tsx', script, task, ...args])
}

/** The same of a flow in of archives, as the built product does it: without a loader, which takes more than an idle product. */
export function peakMegabytesOfFlowIn(archives: readonly string[]): number {
  return peakOf([builtProcess('flow-memory'), ...archives])
}

function peakOf(args: readonly string[]): number {
  const output = execFileSync(process.execPath, args, { encoding: 'utf8' })
  return Math.round(Number(output.trim().split('\n').at(-1)) / 1024)
}
