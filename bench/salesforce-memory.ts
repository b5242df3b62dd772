import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { crc32, deflateRawSync } from 'node:zlib'
import { writeArchive, type ArchiveEntry } from '@sluice/metadata/archive'
import { builtProcess } from './built-process.ts'
import { signIn } from './real-data/org-session.ts'
import { people, startPracticeOrg } from './real-data/practice-org.ts'
import { isTiny, sized } from './sized.ts'

/**
 * Memory and time of the Salesforce client with the largest archive that Salesforce gives: 39 MB, 10,000 files.
 * Each task runs in a process of its own; `nothing` only signs in, so the difference to it is what a task needs.
 */
const resourceCount = sized(4_999, 9)
const resourceBytes = 7_350
const tasks = ['nothing', 'retrieve', 'abort', 'deployRest', 'deploySoap'] as const

const resourceMeta = Buffer.from(
  '<?xml version="1.0" encoding="UTF-8"?>\n<StaticResource xmlns="http://soap.sforce.com/2006/04/metadata">\n' +
    '    <cacheControl>Private</cacheControl>\n    <contentType>application/octet-stream</contentType>\n</StaticResource>\n',
)
const manifest = Buffer.from(
  '<?xml version="1.0" encoding="UTF-8"?>\n<Package xmlns="http://soap.sforce.com/2006/04/metadata">\n' +
    '    <types>\n        <members>*</members>\n        <name>StaticResource</name>\n    </types>\n    <version>62.0</version>\n</Package>\n',
)

function* entries(): Generator<ArchiveEntry> {
  yield { path: 'package.xml', content: manifest }
  for (let index = 0; index < resourceCount; index++) {
    const path = `staticresources/R${String(index).padStart(4, '0')}.resource`
    yield { path, content: randomBytes(resourceBytes) }
    yield { path: `${path}-meta.xml`, content: resourceMeta }
  }
}

async function writeLargeArchive(path: string): Promise<number> {
  const file = createWriteStream(path)
  const { sizeBytes } = await writeArchive({
    entries: entries(),
    deflateRaw: (bytes) => deflateRawSync(bytes, { level: 1 }),
    crc32: (bytes) => crc32(bytes),
    sink: async (piece) => {
      if (!file.write(piece)) await once(file, 'drain')
    },
  })
  file.end()
  await once(file, 'close')
  return sizeBytes
}

interface Measurement {
  task: string
  peakMegabytes: number
  milliseconds?: number
  longestBlockMs?: number
  sizeBytes?: number
  status?: string
  code?: string
}

interface Place {
  origin: string
  accessToken: string
  file: string
}

async function measure(task: string, { origin, accessToken, file }: Place): Promise<Measurement> {
  const script = builtProcess('salesforce-client')
  const child = spawn(process.execPath, [script, task, origin, accessToken, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (piece: Buffer) => (text += piece.toString()))
  await once(child, 'close')
  const parsed: Omit<Measurement, 'task'> = JSON.parse(text)
  return { task, ...parsed }
}

const folder = await mkdtemp(join(tmpdir(), 'sluice-memory-'))
const archive = join(folder, 'large.zip')
const archiveBytes = await writeLargeArchive(archive)
const megabytes = (archiveBytes / 1_000_000).toFixed(1)
const org = await startPracticeOrg({ dataDir: join(folder, 'org'), seed: archive })
let failed = 0
try {
  const { accessToken } = await signIn(org.origin, people.first)
  const rows: Measurement[] = []
  for (const task of tasks) {
    const file = task.startsWith('deploy') ? archive : join(folder, 'retrieved.zip')
    rows.push(await measure(task, { origin: org.origin, accessToken, file }))
  }
  const base = rows[0]?.peakMegabytes ?? 0
  const table = rows.map((row) => ({ ...row, overBase: row.peakMegabytes - base }))
  process.stdout.write(`archive of ${megabytes} MB, ${resourceCount * 2 + 1} files\n`)
  for (const row of table) process.stdout.write(`${JSON.stringify(row)}\n`)
  const isRight = (row: (typeof table)[number]): boolean => {
    if (row.task === 'retrieve') {
      const isWhole = (row.sizeBytes ?? 0) > 0.9 * archiveBytes
      return isWhole && row.peakMegabytes <= 200
    }
    if (row.task === 'abort') return isTiny || row.code === 'aborted'
    return row.task === 'nothing' || (row.status === 'Succeeded' && row.peakMegabytes <= 200)
  }
  failed = table.filter((row) => !isRight(row)).length
  process.stdout.write(`${table.length - failed} passed, ${failed} failed\n`)
} finally {
  await org.stop()
  await rm(folder, { recursive: true })
}
process.exitCode = failed === 0 ? 0 : 1
