import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { merge } from '@sluice/metadata/merge/merge'
import { writeDelta } from './delta.ts'
import { ownPeak } from '../processes/own-peak.ts'

const empty = Buffer.alloc(0)

/** One task in a process of its own, so that its memory is its own; prints the peak in KiB. */
const tasks: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  nothing: async () => undefined,
  merge: async (files) => {
    const [base = empty, ours = empty, theirs = empty] = await Promise.all(
      files.map((file) => readFile(file)),
    )
    merge({ path: 'unpackaged/profiles/Admin.profile', base, ours, theirs })
  },
  delta: async ([gitDir = '', from = '', to = '']) => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
    await writeDelta({ repository: { gitDir }, from, to, archive: join(folder, 'delta.zip') })
    await rm(folder, { recursive: true })
  },
}

const [, , name = '', ...args] = process.argv
await tasks[name]?.(args)
process.stdout.write(`${ownPeak()}\n`)
