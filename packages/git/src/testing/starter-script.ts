import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../bin/git-starter.mjs', import.meta.url))

/** The script of the Git starter, with this test as its owner. */
export async function startScript() {
  const folder = await mkdtemp(join(tmpdir(), 'starter-script-'))
  const socket = join(folder, 'socket')
  const child = spawn(process.execPath, [script, socket], { env: {}, stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const exited = once(child, 'exit')
  return {
    socket,
    folder: dirname(socket),
    /** As an owner ends that was killed: nothing is said, only its end of the pipe closes. */
    end: async () => {
      child.stdin.end()
      await exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
