import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Process ids mean something only inside one container, so that is part of the machine's name. */
export function machineName(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** Whether no process of this machine has the id. */
export function isGone(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
