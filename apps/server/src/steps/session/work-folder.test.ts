import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { completePart, openWorkFolder } from './work-folder.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sluice-work-'))
})
afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

const open = (attempt: number) => openWorkFolder({ root, jobId: 'job', attempt })
const note = (text: string) => (path: string) => writeFile(join(path, 'note'), text)

test('a part that was not completed is made again', async () => {
  const work = await open(1)
  await expect(
    completePart(work, { name: 'mirror' }, async (path) => {
      await note('half')(path)
      throw new Error('crash')
    }),
  ).rejects.toThrow('crash')
  const path = await completePart(work, { name: 'mirror' }, async () => undefined)
  expect(await readdir(path)).toEqual(['.complete'])
})

test('a complete part is not made again', async () => {
  const work = await open(1)
  await completePart(work, { name: 'mirror' }, note('first'))
  const path = await completePart(work, { name: 'mirror' }, note('second'))
  expect(await readFile(join(path, 'note'), 'utf8')).toBe('first')
})

test('the next attempt adopts complete parts and removes the rest', async () => {
  const first = await open(1)
  await completePart(first, { name: 'retrieve' }, note('kept'))
  await writeFile(join(first.path, 'stray'), '')
  const second = await open(2)
  expect(await readdir(join(root, 'job'))).toEqual(['2'])
  expect(await readFile(join(second.path, 'retrieve', 'note'), 'utf8')).toBe('kept')
})
