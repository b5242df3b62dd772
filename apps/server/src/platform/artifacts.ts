import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { newId } from './ids.ts'

export interface StoredFile {
  fileKey: string
  sizeBytes: number
  sha256: string
}

/** Files on disk, written whole or not at all. A row may name a file only after `store` has returned. */
export interface ArtifactStore {
  store(workspaceId: string, content: Readable | Uint8Array | string): Promise<StoredFile>
  /** Throws when the file is gone. */
  open(fileKey: string): Promise<Readable>
  read(fileKey: string): Promise<Buffer>
  remove(fileKey: string): Promise<void>
  /** Keys of files last written before the moment: what the sweep compares with the rows. */
  listOlderThan(moment: Date): AsyncIterable<string>
}

const temporary = 'incomplete'

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

async function write(handle: FileHandle, content: Readable): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of content) {
    const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    hash.update(bytes)
    sizeBytes += bytes.byteLength
    await handle.write(bytes)
  }
  await handle.sync()
  return { sizeBytes, sha256: hash.digest('hex') }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}

export function createArtifactStore(root: string): ArtifactStore {
  const pathOf = (fileKey: string) => {
    const path = resolve(root, fileKey)
    if (!path.startsWith(resolve(root) + sep))
      throw new TypeError(`not a key of the artifact store: ${fileKey}`)
    return path
  }
  return {
    async store(workspaceId, content) {
      const fileKey = `${workspaceId}/${newId()}`
      const draft = join(root, temporary, randomBytes(12).toString('hex'))
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
      await mkdir(dirname(pathOf(fileKey)), { recursive: true, mode: 0o700 })
      try {
        const handle = await open(draft, 'wx', 0o600)
        const source = content instanceof Readable ? content : Readable.from([Buffer.from(content)])
        const written = await write(handle, source).finally(() => handle.close())
        await rename(draft, pathOf(fileKey))
        await syncFolder(dirname(pathOf(fileKey)))
        return { fileKey, ...written }
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async open(fileKey) {
      const path = pathOf(fileKey)
      await stat(path)
      return createReadStream(path)
    },
    read: (fileKey) => readFile(pathOf(fileKey)),
    remove: (fileKey) => rm(pathOf(fileKey), { force: true }),
    async *listOlderThan(moment) {
      for await (const path of filesBelow(root)) {
        const written = await stat(path).catch(() => undefined)
        if (written && written.mtime < moment) yield relative(root, path)
      }
    },
  }
}
