import { writeFileSync } from 'node:fs'
import { merge } from '@sluice/metadata/merge/merge'
import type { OneFile } from './arguments.ts'
import { readVersions } from './versions.ts'

export function mergeOne({ path, base, ours, theirs, writesOurs, favour, markerSize }: OneFile): number {
  const result = merge({
    path,
    ...readVersions({ base, ours, theirs }),
    labels: { markerSize },
    ...(favour === null ? {} : { favour }),
  })
  if (writesOurs) writeFileSync(ours, result.content)
  else writeOut(result.content)
  for (const conflict of [...result.conflicts, ...(result.warnings ?? [])]) {
    process.stderr.write(`${path}: ${conflict.message ?? conflict.reason} ${conflict.path}\n`)
  }
  return result.status === 'clean' || favour !== null ? 0 : 1
}

/** Through the stream: a pipe whose reader is slow takes a large file in pieces only. One that nobody reads is an error. */
function writeOut(content: Uint8Array): void {
  process.stdout.once('error', ({ message }) => {
    process.stderr.write(`${message}\n`)
    process.exitCode = 2
  })
  process.stdout.write(content)
}
