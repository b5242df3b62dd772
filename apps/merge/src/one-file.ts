import { readFileSync, writeFileSync } from 'node:fs'
import { merge } from '@sluice/metadata/merge/merge'
import type { OneFile } from './arguments.ts'

export function mergeOne({ path, base, ours, theirs, writesOurs, favour, markerSize }: OneFile): number {
  const baseContent = readFileSync(base)
  const result = merge({
    path,
    // Git hands over an empty file where both sides added theirs.
    base: baseContent.length === 0 ? null : baseContent,
    ours: readFileSync(ours),
    theirs: readFileSync(theirs),
    labels: { markerSize },
    ...(favour === null ? {} : { favour }),
  })
  if (writesOurs) writeFileSync(ours, result.content)
  else writeFileSync(process.stdout.fd, result.content)
  for (const conflict of [...result.conflicts, ...(result.warnings ?? [])]) {
    process.stderr.write(`${path}: ${conflict.message ?? conflict.reason} ${conflict.path}\n`)
  }
  return result.status === 'clean' || favour !== null ? 0 : 1
}
