import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../bin/git-starter.mjs', import.meta.url))

/** Starts the script of the Git starter, owned by this test. */
export async function startScript() {
  const folder = await mkdtemp(join(tmpdir(), 'starter-script-'))
  const socket = join(folder, 'socket')
  const child = spawn(process.execPath, [script, socket], { env: {}, stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const exited = once(child, 'exit')
  return {
    socket,
    folder: dirname(socket),
    /** Closes the pipe without any message, as the death of an owner does. */
    end: async () => {
      child.stdin.end()
      await exited
    },
    signal: (name: NodeJS.Signals) => child.kill(name),
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
