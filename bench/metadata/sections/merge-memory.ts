import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peakMegabytes } from '../peak-memory.ts'
import { profileVersions, sizeOfBytes } from '../profiles.ts'
import type { ProfileSize } from '../profiles.ts'
import type { Report } from '../report.ts'
import { sized } from '../../sized.ts'

const sizes: Readonly<Record<string, ProfileSize>> = {
  '100,000 entries': sized(
    { fields: 89_000, classes: 9_000, objects: 2_000 },
    { fields: 89, classes: 9, objects: 2 },
  ),
  '8 MiB': sizeOfBytes(sized(8 * 2 ** 20, 100_000)),
}

/** How much memory a merge takes over a process that only holds the three inputs' names. */
export async function mergeMemory(report: Report): Promise<void> {
  report.title('2.5 Merge, memory')
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const idle = peakMegabytes('nothing', [])
  try {
    for (const [what, size] of Object.entries(sizes)) {
      const versions = profileVersions(size)
      const files = Object.entries(versions).map(([side, content]) => ({ path: join(folder, side), content }))
      for (const { path, content } of files) await writeFile(path, content)
      const peak = peakMegabytes(
        'merge',
        files.map(({ path }) => path),
      )
      const inputs = files.reduce((sum, { content }) => sum + content.length, 0) / 2 ** 20
      const times = (peak - idle) / inputs
      report.goal({
        section: '2.5',
        goal: `memory, a profile of ${what}: at most 12 times the three inputs`,
        measured: `${peak} MB, ${idle} of them an idle process: ${times.toFixed(1)} times ${inputs.toFixed(0)} MB`,
        reached: times <= 12,
      })
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
