import { lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { merge } from '@sluice/metadata/merge/merge'
import { readVersions } from './versions.ts'

interface Resident {
  /** The program that runs; once its file is another one, this process is out of date and ends. */
  readonly program: string
  /** It ends after so long without a question. */
  readonly idleMs: number
  readonly onListening: () => void
}

/**
 * Answers `driver.sh` over a socket in a folder that only this user can enter. `/merge`: the merged file, when it is
 * clean. `/end`: ends, and says how many milliseconds of processor time it took.
 */
export function startResident(folder: string, { program, idleMs, onListening }: Resident): void {
  enterOwnFolder(folder)
  const place = socketPlace()
  const startedAs = stampOf(program)
  const end = (): void => {
    clearTimeout(idle)
    place.leave()
    rmOwnFolder(folder)
    server.close()
    server.closeIdleConnections()
  }
  const answer = (url: string, body: string): { status: number; content: Uint8Array | string } => {
    const isFresh = stampOf(program) === startedAs
    if (!isFresh || url === '/end') end()
    if (url === '/end') return { status: 200, content: String(spentMs()) }
    const content = isFresh ? cleanMerge(new URLSearchParams(body)) : null
    // A long merge is no idle time.
    if (isFresh) idle.refresh()
    return content === null ? { status: 409, content: '' } : { status: 200, content }
  }
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => {
        const { status, content } = answer(request.url ?? '', body)
        response.statusCode = status
        response.shouldKeepAlive = false
        // With its length, so that a cut answer is no answer.
        response.end(content)
      })
      .catch(() => response.destroy())
  })
  const idle = setTimeout(end, idleMs)
  process.once('SIGTERM', end)
  process.once('SIGHUP', end)
  server.requestTimeout = idleMs
  server.listen(place.name, () => {
    place.take()
    onListening()
  })
}

/** The merged file; null where Git has to hear more than that: of conflicts, warnings and errors. */
function cleanMerge(names: URLSearchParams): Uint8Array | null {
  const name = (side: string): string => names.get(side) ?? ''
  const versions = readVersions({ base: name('base'), ours: name('ours'), theirs: name('theirs') })
  const { status, content, warnings = [] } = merge({ path: name('path'), ...versions })
  return status === 'clean' && warnings.length === 0 ? content : null
}

/** The socket by a name that is short wherever the folder lies: names of sockets may have some hundred letters only. */
function socketPlace() {
  const name = `socket.${process.pid}`
  let own: number | null = null
  return {
    name,
    /** Takes the place of one that was left behind, and of one that another first call has just started. */
    take: (): void => {
      renameSync(name, 'socket')
      own = inodeOf('socket')
    },
    leave: (): void => {
      if (own !== null && inodeOf('socket') === own) rmSync('socket', { force: true })
    },
  }
}

function inodeOf(path: string): number | null {
  return lstatSync(path, { throwIfNoEntry: false })?.ino ?? null
}

function enterOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, mode } = statSync(folder)
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) throw new Error(`Other users may enter ${folder}.`)
  process.chdir(folder)
}

function rmOwnFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Another resident process has its socket there.
  }
}

function stampOf(program: string): string {
  const stats = statSync(program, { throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}

function spentMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
