import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readJsonLines, writeJsonLines } from './json-lines.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sluice-lines-'))
})
afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

test.each([0, 1, 100, 5_000])('a list of %s elements is read as it was written', async (length) => {
  const list = Array.from({ length }, (_, at) => ({ at, text: `Grün\n${'€'.repeat(at % 40)}`, none: null }))
  const path = join(root, 'list')
  await writeJsonLines(path, list)
  expect(await readJsonLines(path)).toEqual(list)
})
