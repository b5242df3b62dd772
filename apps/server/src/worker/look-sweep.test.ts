import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { testContext } from '../testing/test-context.ts'
import { insertStack } from '../testing/test-jobs.ts'
import { sweepLooks } from './look-sweep.ts'

const given = testContext()

test('copies of repositories go with their stacks, and what died looks retrieved goes after a day', async () => {
  const { mirrors, work } = given.ctx.folders
  const { stackId } = await insertStack(given.ctx)
  await Promise.all([stackId, newId()].map((id) => mkdir(join(mirrors, id, 'mirror'), { recursive: true })))
  for (const name of ['look-young', 'look-old', 'other']) await mkdir(join(work, name), { recursive: true })
  const longAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const name of ['look-old', 'other']) await utimes(join(work, name), longAgo, longAgo)
  await sweepLooks(given.ctx)
  expect(await readdir(mirrors)).toEqual([stackId])
  expect((await readdir(work)).toSorted()).toEqual(['look-young', 'other'])
})
