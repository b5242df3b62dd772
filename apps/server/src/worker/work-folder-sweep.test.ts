import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { job } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { testContext } from '../testing/test-context.ts'
import { insertStack, submitJob } from '../testing/test-jobs.ts'
import { sweepWorkFolders } from './work-folder-sweep.ts'

const given = testContext()

test('folders of jobs that have ended or are gone are removed, those of unfinished jobs stay', async () => {
  const { ctx } = given
  await sweepWorkFolders(ctx)
  const owner = await insertStack(ctx)
  const unfinished = await submitJob(ctx, owner)
  const ended = await submitJob(ctx, owner)
  await ctx.database.asSystem((tx) => tx.update(job).set({ status: 'Ended' }).where(eq(job.id, ended)))
  for (const name of [unfinished, ended, newId(), 'something else'])
    await mkdir(join(ctx.folders.work, name, '1'), { recursive: true })
  await sweepWorkFolders(ctx)
  expect((await readdir(ctx.folders.work)).toSorted()).toEqual([unfinished, 'something else'].toSorted())
})
