import { readFile, readdir } from 'node:fs/promises'

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** Seconds of processor time. */
export interface ProcessorTime {
  /** The server with all of its threads. */
  readonly server: number
  /** Git and the process that starts it. */
  readonly git: number
}

/** The processor time that a server has used since it started: its own, and that of Git, which its child starts. */
export async function processorTime(serverPid: number): Promise<ProcessorTime> {
  const server = await timesOf(serverPid)
  const children = await Promise.all((await childrenOf(serverPid)).map(async (pid) => await timesOf(pid)))
  const git = children.map(({ own, ofChildren }) => own + ofChildren).reduce((sum, time) => sum + time, 0)
  return { server: server.own, git: git + server.ofChildren }
}

async function timesOf(pid: number): Promise<{ own: number; ofChildren: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in brackets, may hold spaces. What follows begins with field 3 of proc_pid_stat(5).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const seconds = (field: number) => Number(fields[field - 3]) / ticksPerSecond
  return { own: seconds(14) + seconds(15), ofChildren: seconds(16) + seconds(17) }
}

/** The Git starters among the children: the embedded database is a child too. */
async function childrenOf(pid: number): Promise<number[]> {
  const found = new Set<number>()
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const text = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')
    for (const child of text.split(' ').filter(Boolean)) {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
      if (command.includes('git-starter.mjs')) found.add(Number(child))
    }
  }
  return [...found]
}
