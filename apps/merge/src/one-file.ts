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
  else writeFileSync(process.stdout.fd, result.content)
  for (const conflict of [...result.conflicts, ...(result.warnings ?? [])]) {
    process.stderr.write(`${path}: ${conflict.message ?? conflict.reason} ${conflict.path}\n`)
  }
  return result.status === 'clean' || favour !== null ? 0 : 1
}
