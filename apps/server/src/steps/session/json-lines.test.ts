import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jsonPieces } from '../../platform/json-pieces.ts'
import { jsonLineBytes, readJsonLines, readyJsonLines, writeJsonLines } from './json-lines.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sluice-lines-'))
})
afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

const lengths = [0, 1, 100, 5_000]
const listOf = (length: number) =>
  Array.from({ length }, (_, at) => ({ at, text: `Grün\n${'€'.repeat(at % 40)}`, none: null }))

async function written(list: readonly unknown[]): Promise<string> {
  const path = join(root, 'list')
  await writeJsonLines(path, list)
  return path
}

test.each(lengths)('a list of %s elements is read as it was written', async (length) => {
  const list = listOf(length)
  expect(await readJsonLines(await written(list))).toEqual(list)
})

test.each(lengths)('a list of %s elements is passed on as it was written', async (length) => {
  const list = listOf(length)
  const ready = await readyJsonLines(await written(list))
  expect(ready).toHaveLength(length)
  expect(JSON.parse([...jsonPieces(ready)].join(''))).toEqual(list)
})

test('a line longer than what is read at once is passed on whole', async () => {
  const list = ['a', 'ü'.repeat(200_000), 'b']
  const ready = await readyJsonLines(await written(list))
  expect(JSON.parse([...jsonPieces(ready, 2)].join(''))).toEqual(list)
})

test.each(lengths)('%s elements collected as bytes are the lines of their list', async (length) => {
  const list = listOf(length)
  const lines = jsonLineBytes()
  for (const element of list) lines.add(element)
  expect(Buffer.concat(lines.end())).toEqual(await readFile(await written(list)))
})
