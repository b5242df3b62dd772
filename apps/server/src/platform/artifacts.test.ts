import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createArtifactStore } from './artifacts.ts'
import { newId } from './ids.ts'

const root = mkdtempSync(join(tmpdir(), 'sluice-artifacts-'))
const store = createArtifactStore(root)

async function keys(before: Date): Promise<string[]> {
  const found: string[] = []
  for await (const key of store.listOlderThan(before)) found.push(key)
  return found
}

describe('the artifact store', () => {
  test('gives back what was stored, with its size and hash', async () => {
    const content = Buffer.alloc(300_000, 'abc')
    const stored = await store.store(newId(), Readable.from([content.subarray(0, 7), content.subarray(7)]))
    expect(stored).toMatchObject({
      sizeBytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    expect((await store.read(stored.fileKey)).equals(content)).toBe(true)
  })

  test('leaves nothing behind when the content breaks off', async () => {
    const before = await keys(new Date(Date.now() + 1000))
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('connection lost')
      })(),
    )
    await expect(store.store(newId(), broken)).rejects.toThrow('connection lost')
    expect(await keys(new Date(Date.now() + 1000))).toEqual(before)
    expect(readdirSync(join(root, 'incomplete'))).toEqual([])
  })

  test('refuses keys that lead out of its folder', async () => {
    expect(() => store.read('../../etc/passwd')).toThrow(/not a key/)
  })

  test('lists files by age and removes them', async () => {
    const { fileKey } = await store.store(newId(), 'x')
    expect(await keys(new Date(Date.now() - 60_000))).not.toContain(fileKey)
    expect(await keys(new Date(Date.now() + 60_000))).toContain(fileKey)
    await store.remove(fileKey)
    expect(existsSync(join(root, fileKey))).toBe(false)
    await expect(store.open(fileKey)).rejects.toThrow(/ENOENT/)
  })
})
