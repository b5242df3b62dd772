import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** What the file of a running PostgreSQL says: its process, and the port it listens on. */
export function readPostmaster(dataFolder: string): { pid: number; port: number } | undefined {
  const file = join(dataFolder, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

function processState(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0]
  } catch {
    return undefined
  }
}

/** Living processes that work inside the folder. A zombie is not living: it only waits to be collected. */
function inhabitants(folder: string): string[] {
  const real = realpathSync(folder)
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || processState(pid) === 'Z') return false
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === real
    } catch {
      return false
    }
  })
}

/**
 * Removes what a killed server left behind. PostgreSQL judges by whether the process id exists, which is wrong for
 * a zombie (for ever, where nobody collects it) and for an id that another program got since. The orphaned
 * back ends of a killed server leave by themselves within moments.
 */
export async function clearAfterKill(dataFolder: string): Promise<void> {
  if (process.platform !== 'linux' || !readPostmaster(dataFolder)) return
  for (let tries = 0; tries < 100 && inhabitants(dataFolder).length; tries++) await pause(50)
  if (!inhabitants(dataFolder).length) unlinkSync(join(dataFolder, 'postmaster.pid'))
}

/**
 * The port of the server that lives in the folder; undefined when none does. The process id alone proves nothing,
 * because another program may have got it since.
 */
export function livingPort(dataFolder: string): number | undefined {
  const postmaster = readPostmaster(dataFolder)
  if (!postmaster?.port) return undefined
  const { pid, port } = postmaster
  const lives = process.platform === 'linux' ? inhabitants(dataFolder).includes(String(pid)) : isAlive(pid)
  return lives ? port : undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || processState(String(pid)) !== 'Z'
  } catch {
    return false
  }
}
