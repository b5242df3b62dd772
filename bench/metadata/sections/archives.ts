import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ArchiveEntry } from '@sluice/metadata/archive'
import { readArchive, sourceOfBytes } from '@sluice/metadata/archive-reader'
import { saveArchive, withArchive } from '../../../apps/server/src/steps/org/retrieve/archive-files.ts'
import { archiveReaders, archiveWriters } from '../archive-contenders.ts'
import { keptArchive } from '../inputs.ts'
import { orgFiles } from '../org.ts'
import { race, timeOf } from '../race.ts'
import { digits } from '../report.ts'
import type { Report } from '../report.ts'
import { sized } from '../../sized.ts'

const readCount = sized(20_000, 40)
const writtenCount = sized(10_000, 40)
const libraryCount = sized(2_000, 20)

/** Zip files: what our reader and writer add to the bare work of the core's zlib, and what others need. */
export async function archives(report: Report, { rounds }: { readonly rounds: number }): Promise<void> {
  report.title('4 Zip archives')
  await reading(report, rounds)
  await writing(report, rounds)
  await libraries(report, rounds)
}

async function reading(report: Report, rounds: number): Promise<void> {
  const path = await keptArchive(`org-${readCount}.zip`, () => orgFiles(readCount))
  const zip = await readFile(path)
  const files = await readArchive(inputOf(zip))
  const bare = await Promise.all(
    files.map(async (file) => ({ bytes: await file.readCompressed(), size: file.sizeBytes })),
  )
  const bytes = files.reduce((sum, file) => sum + file.sizeBytes, 0)
  report.line(`reading ${files.length} files, ${bytes} bytes, deflated ${zip.length}`)
  const floor = 'inflateRawSync alone, exact sizes'
  const timings = await race(
    [
      { name: floor, run: () => bare.map((one) => inflate(one.bytes, one.size).length) },
      { name: 'ours from memory', run: async () => readAll(await readArchive(inputOf(zip))) },
      { name: 'ours from a file', run: () => withArchive(path, readAll) },
    ],
    { rounds },
  )
  report.timings(timings, { bytes })
  const ratio = timeOf(timings, 'ours from a file', 'cpuMs') / timeOf(timings, floor, 'cpuMs')
  report.goal({
    section: '4',
    goal: `read ${readCount} files from a disk, all checked: at most 1.5 times inflateRawSync alone`,
    measured: `${digits(ratio)} times`,
    reached: ratio <= 1.5,
  })
}

const inflate = (bytes: Uint8Array, sizeBytes: number) =>
  inflateRawSync(bytes, { maxOutputLength: Math.max(1, sizeBytes), chunkSize: Math.max(64, sizeBytes + 1) })

function inputOf(zip: Uint8Array) {
  return {
    source: sourceOfBytes(zip),
    inflateRaw: inflate,
    crc32: (bytes: Uint8Array) => crc32(bytes),
  }
}

async function readAll(files: readonly { read(): Promise<Uint8Array> }[]): Promise<number> {
  let size = 0
  for (const file of files) size += (await file.read()).length
  return size
}

async function writing(report: Report, rounds: number): Promise<void> {
  const entries = orgFiles(writtenCount)
  const bytes = entries.reduce((sum, { content }) => sum + content.length, 0)
  report.line(`\nwriting ${entries.length} files, ${bytes} bytes`)
  const floor = 'deflateRawSync alone'
  const timings = await race(
    [
      { name: floor, run: () => entries.map(({ content }) => deflateRawSync(content).length) },
      { name: 'ours', run: () => write(entries) },
    ],
    { rounds, warmUps: 1 },
  )
  report.timings(timings, { bytes })
  const ratio = timeOf(timings, 'ours', 'cpuMs') / timeOf(timings, floor, 'cpuMs')
  report.goal({
    section: '5.2',
    goal: `archive of ${writtenCount} files: at most 1.3 times deflateRawSync alone`,
    measured: `${digits(ratio)} times`,
    reached: ratio <= 1.3,
  })
}

/** The libraries are so much slower that they get a smaller archive. */
async function libraries(report: Report, rounds: number): Promise<void> {
  const entries = orgFiles(libraryCount)
  const zip = await readFile(await keptArchive(`org-${libraryCount}.zip`, () => entries))
  const bytes = entries.reduce((sum, { content }) => sum + content.length, 0)
  report.line(`\nlibraries reading ${entries.length} files, ${bytes} bytes`)
  const ours = { name: 'ours', run: async () => readAll(await readArchive(inputOf(zip))) }
  report.timings(await race([ours, ...(await archiveReaders(zip))], { rounds }), { bytes })
  report.line(`\nlibraries writing them`)
  const writer = { name: 'ours', run: () => write(entries) }
  report.timings(await race([writer, ...(await archiveWriters(entries))], { rounds }), { bytes })
}

async function write(entries: readonly ArchiveEntry[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  await saveArchive(join(folder, 'out.zip'), entries)
  await rm(folder, { recursive: true })
}
