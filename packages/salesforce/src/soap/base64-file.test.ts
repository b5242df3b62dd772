import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openBase64Sink } from './base64-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'sluice-base64-'))
afterAll(async () => rm(folder, { recursive: true }))
const path = join(folder, 'archive.zip')

async function decode(text: string, cuts: readonly number[], maxBytes = 1_000_000): Promise<Buffer> {
  const sink = await openBase64Sink(path, maxBytes)
  try {
    const edges = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length]
    for (const [index, edge] of edges.entries()) await sink.write(text.slice(edge, edges[index + 1]))
    await sink.commit()
    return await readFile(path)
  } catch (error) {
    await sink.discard()
    throw error
  }
}

test('any bytes come back, however their text is cut and broken into lines', async () => {
  const input = fc.tuple(fc.uint8Array({ maxLength: 500 }), fc.array(fc.nat(), { maxLength: 9 }))
  await fc.assert(
    fc.asyncProperty(input, async ([bytes, cuts]) => {
      const text = Buffer.from(bytes)
        .toString('base64')
        .replaceAll(/(.{60})/g, '$1\r\n')
      expect(await decode(text, cuts)).toEqual(Buffer.from(bytes))
    }),
    { numRuns: 60 },
  )
})

test.each(['QUJ', 'QUJD!', 'QQ==QUJD', 'QU=D', '<html>', 'QUJDé'])('%s is refused', async (text) => {
  await expect(decode(text, [2])).rejects.toMatchObject({ code: 'badResponse' })
})

test('text after the padding is refused, also when it arrives later', async () => {
  await expect(decode('QQ==QUJD', [4])).rejects.toMatchObject({ code: 'badResponse' })
})

test('nothing stays behind after a failure', async () => {
  await rm(path, { force: true })
  await expect(decode('A'.repeat(4_000), [], 1_000)).rejects.toMatchObject({ code: 'tooLarge' })
  expect(await readdir(folder)).toEqual([])
})
