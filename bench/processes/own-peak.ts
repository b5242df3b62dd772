import { existsSync, readFileSync } from 'node:fs'

/** The peak of this process's resident memory in KiB. `maxRSS` begins with what the parent process had, so it is asked only where proc(5) does not tell. */
export function ownPeak(): number {
  const status = '/proc/self/status'
  const line = existsSync(status) ? /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(status, 'utf8')) : null
  return line === null ? process.resourceUsage().maxRSS : Number(line[1])
}
