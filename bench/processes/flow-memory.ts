// A flow in of the given archives in a process of its own, so that its memory is its own; prints the peak in KiB. Without
// archives it only loads what a flow in is made of.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyRepository, flowIn } from './flow.ts'
import { ownPeak } from './own-peak.ts'

const archives = process.argv.slice(2)
if (archives.length > 0) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const { repository, commit } = await emptyRepository(join(folder, 'bare.git'))
  await flowIn({ repository, base: commit, archives })
  await rm(folder, { recursive: true })
}
process.stdout.write(`${ownPeak()}\n`)
