import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises'
import type { FaultKind } from '../faults.ts'
import { retrieveLimits } from './build-archive.ts'
import { ZipWriter } from '../zip-writer.ts'

/** The faults that damage a finished archive, so that a client meets them as a success. */
export const archiveFaults: readonly FaultKind[] = [
  'truncatedZip',
  'damagedZip',
  'emptyZip',
  'oversizedZip',
  'wrongPackage',
  'notAZip',
]

/** Damages the archive in `file` as the fault says; does nothing for other faults. */
export async function spoilArchive(file: string, kind: FaultKind, prefix: string): Promise<void> {
  if (kind === 'truncatedZip') await truncate(file, 100)
  if (kind === 'damagedZip') await breakChecksum(file)
  if (kind === 'emptyZip') await truncate(file, 0)
  if (kind === 'oversizedZip') await appendFile(file, Buffer.alloc(retrieveLimits.zipBytes))
  if (kind === 'wrongPackage') await writeStranger(file, prefix)
  if (kind === 'notAZip') await writeFile(file, '<html><body>Sorry to interrupt</body></html>')
}

/** Changes the checksum of the first file in the directory at the end of the archive. */
async function breakChecksum(file: string): Promise<void> {
  const bytes = await readFile(file)
  const entry = bytes.readUInt32LE(bytes.length - 6)
  bytes.writeUInt32LE((bytes.readUInt32LE(entry + 16) ^ 1) >>> 0, entry + 16)
  await writeFile(file, bytes)
}

/** An archive in good order that nobody asked for. */
async function writeStranger(file: string, prefix: string): Promise<void> {
  const zip = new ZipWriter(file)
  const label = '<?xml version="1.0" encoding="UTF-8"?>\n'
  const open = '<Package xmlns="http://soap.sforce.com/2006/04/metadata">'
  const types = '<types><members>Stranger</members><name>ApexPage</name></types><version>68.0</version>'
  await zip.add(`${prefix}pages/Stranger.page`, Buffer.from('<apex:page/>'))
  await zip.add(
    `${prefix}pages/Stranger.page-meta.xml`,
    Buffer.from(
      `${label}<ApexPage xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>68.0</apiVersion><label>Stranger</label></ApexPage>\n`,
    ),
  )
  await zip.add(`${prefix}package.xml`, Buffer.from(`${label}${open}${types}</Package>\n`))
  await zip.finish()
}
