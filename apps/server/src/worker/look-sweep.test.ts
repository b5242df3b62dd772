import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeLookFolder } from '../looks/look-folder.ts'
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
  expect(await readdir(work)).toEqual(expect.arrayContaining(['look-young', 'other']))
  expect(await readdir(work)).not.toContain('look-old')
})

test('what a look retrieved goes at once when its process has ended, and not before', async () => {
  const { work } = given.ctx.folders
  const mine = basename(await makeLookFolder(work))
  const [, machine = ''] = /^look-(\w+)-/.exec(mine) ?? []
  const child = spawn('true')
  await once(child, 'exit')
  const left = `look-${machine}-${child.pid}-abcdef`
  const elsewhere = `look-000000000000-${child.pid}-abcdef`
  for (const name of [left, elsewhere]) await mkdir(join(work, name))
  await sweepLooks(given.ctx)
  const names = await readdir(work)
  expect([mine, left, elsewhere].map((name) => names.includes(name))).toEqual([true, false, true])
})
