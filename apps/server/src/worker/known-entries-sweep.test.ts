import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testContext } from '../testing/test-context.ts'
import { sweepKnownEntries } from './known-entries-sweep.ts'

const given = testContext()

test('lists of entries that no flow in has written for a week are removed', async () => {
  await sweepKnownEntries(given.ctx)
  const folder = given.ctx.folders.knownEntries
  await mkdir(folder, { recursive: true })
  for (const name of ['young', 'old']) await writeFile(join(folder, name), '')
  const longAgo = new Date(Date.now() - 8 * 86_400_000)
  await utimes(join(folder, 'old'), longAgo, longAgo)
  await sweepKnownEntries(given.ctx)
  expect(await readdir(folder)).toEqual(['young'])
})
