// A flow in of the given archives in a process of its own, so that its memory is its own; prints the peak in KiB. Without
// archives it only loads what a flow in is made of.
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyRepository, flowIn } from './flow.mjs'

const archives = process.argv.slice(2)
if (archives.length > 0) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const { repository, commit } = await emptyRepository(join(folder, 'bare.git'))
  await flowIn({ repository, base: commit, archives })
  await rm(folder, { recursive: true })
}
process.stdout.write(`${peak()}\n`)

/** `maxRSS` begins with what the parent process had, so it is asked only where proc(5) does not tell. */
function peak() {
  const status = '/proc/self/status'
  const line = existsSync(status) ? /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(status, 'utf8')) : null
  return line?.[1] ?? process.resourceUsage().maxRSS
}
