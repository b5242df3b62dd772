import { spawn } from 'node:child_process'
import { maxErrorLength } from './started-process.ts'
import type { ProcessEnd, ProcessStart, StartedProcess } from './started-process.ts'

/** Starts Git as a child of this process: the plain way, which needs nothing but copies the memory map each time. */
export function startDirectly({ file, args, cwd, env, takesInput }: ProcessStart): StartedProcess {
  const child = spawn(file, args, {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    shell: false,
  })
  if (!takesInput) child.stdin.end()
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr.length < maxErrorLength) stderr += chunk.toString('utf8')
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  })
  const ended = new Promise<ProcessEnd>((resolve, reject) => {
    child
      .once('error', reject)
      .once('close', (code) => resolve({ code, stderr: stderr.slice(0, maxErrorLength) }))
  })
  return {
    stdin: takesInput ? child.stdin : null,
    stdout: child.stdout,
    exited,
    ended,
    signalGroup: (name) => signalGroup(child.pid, name),
  }
}

/** Signals the process group of a command. One that has ended before is no error. */
export function signalGroup(pid: number | undefined, name: NodeJS.Signals): void {
  // To the system 0 means our own group and -1 every process.
  if (pid === undefined || !Number.isSafeInteger(pid) || pid <= 1) return
  try {
    process.kill(-pid, name)
  } catch {
    // The group is gone already.
  }
}
