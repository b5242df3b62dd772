import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Where a process id means one process: a boot of a machine, and a container on it. Two machines may have the same host name and the
 * same id of an image that they were cloned from, but not the same boot.
 */
export function machineName(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
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
