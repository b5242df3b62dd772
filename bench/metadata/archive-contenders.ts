import type { Readable } from 'node:stream'
import type { ArchiveEntry } from '@sluice/metadata/archive'
import { contender } from './contenders.ts'
import type { Contender } from './race.ts'

interface Jszip {
  readonly default: new () => JszipArchive
}

interface JszipArchive {
  readonly files: Readonly<Record<string, { async(type: 'uint8array'): Promise<Uint8Array> }>>
  file(path: string, content: Uint8Array): void
  loadAsync(bytes: Uint8Array): Promise<JszipArchive>
  generateAsync(options: object): Promise<Uint8Array>
}

interface AdmZip {
  readonly default: new (bytes: Buffer) => { getEntries(): { getData(): Buffer }[] }
}

interface Fflate {
  unzipSync(bytes: Uint8Array): unknown
  zipSync(files: Readonly<Record<string, Uint8Array>>, options: object): Uint8Array
}

interface Yazl {
  readonly default: {
    readonly ZipFile: new () => {
      readonly outputStream: Readable
      addBuffer(content: Uint8Array, path: string): void
      end(): void
    }
  }
}

/** Whole archives read by the libraries that are installed. */
export async function archiveReaders(zip: Buffer): Promise<Contender[]> {
  const jszip = await contender<Jszip>('jszip')
  const admZip = await contender<AdmZip>('adm-zip')
  const fflate = await contender<Fflate>('fflate')
  return [
    ...(fflate === null ? [] : [{ name: 'fflate unzipSync', run: () => fflate.unzipSync(zip) }]),
    ...(admZip === null
      ? []
      : [
          {
            name: 'adm-zip',
            run: () => new admZip.default(zip).getEntries().map((entry) => entry.getData().length),
          },
        ]),
    ...(jszip === null ? [] : [{ name: 'jszip', run: () => readByJszip(jszip, zip) }]),
  ]
}

async function readByJszip(jszip: Jszip, zip: Buffer): Promise<void> {
  const archive = await new jszip.default().loadAsync(zip)
  for (const file of Object.values(archive.files)) await file.async('uint8array')
}

/** The same archive written by the libraries that are installed. */
export async function archiveWriters(entries: readonly ArchiveEntry[]): Promise<Contender[]> {
  const jszip = await contender<Jszip>('jszip')
  const fflate = await contender<Fflate>('fflate')
  const yazl = await contender<Yazl>('yazl')
  const byPath = Object.fromEntries(entries.map(({ path, content }) => [path, content]))
  return [
    ...(fflate === null ? [] : [{ name: 'fflate zipSync', run: () => fflate.zipSync(byPath, { level: 6 }) }]),
    ...(jszip === null ? [] : [{ name: 'jszip', run: () => writeByJszip(jszip, entries) }]),
    ...(yazl === null ? [] : [{ name: 'yazl', run: () => writeByYazl(yazl, entries) }]),
  ]
}

async function writeByJszip(jszip: Jszip, entries: readonly ArchiveEntry[]): Promise<void> {
  const archive = new jszip.default()
  for (const { path, content } of entries) archive.file(path, content)
  await archive.generateAsync({
    type: 'uint8array',
    compression: 'DEFLATE',
    compressionOptions: { level: 6 },
  })
}

async function writeByYazl(yazl: Yazl, entries: readonly ArchiveEntry[]): Promise<number> {
  const archive = new yazl.default.ZipFile()
  for (const { path, content } of entries) archive.addBuffer(content, path)
  archive.end()
  let size = 0
  for await (const piece of archive.outputStream) size += Buffer.isBuffer(piece) ? piece.length : 0
  return size
}
