import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createManagedRepository } from '../git-host/managed-repository.ts'
import { deletedRepository } from '../platform/database/schema/server.ts'
import { managedRepository, stack } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'
import { releaseRepository } from '../stacks/managed-repository-store.ts'
import { testContext } from '../testing/test-context.ts'
import { insertStack } from '../testing/test-jobs.ts'
import { sweepRepositories } from './repository-sweep.ts'

const given = testContext()

const inDays = (days: number): Context => ({
  ...given.ctx,
  clock: { ...given.ctx.clock, now: () => new Date(Date.now() + days * 86_400_000) },
})
const pathOf = (folder: string) => join(given.ctx.folders.repositories, folder)

async function stackWithRepository(): Promise<{ stackId: string; folder: string }> {
  const { workspaceId, stackId } = await insertStack(given.ctx)
  const wantedName = newId()
  const { folder } = await given.ctx.database.asSystem((tx) =>
    createManagedRepository(tx, given.ctx.folders.repositories, { workspaceId, stackId, wantedName }),
  )
  return { stackId, folder }
}

const deleteStack = (stackId: string) =>
  given.ctx.database.asSystem(async (tx) => {
    await releaseRepository(tx, stackId, new Date())
    await tx.delete(stack).where(eq(stack.id, stackId))
  })
const rowsOf = (folder: string) =>
  given.ctx.database.asSystem((tx) => tx.$count(deletedRepository, eq(deletedRepository.folder, folder)))

test('the repository of a deleted stack is removed after 7 days, not before, and no other one', async () => {
  const [kept, deleted] = [await stackWithRepository(), await stackWithRepository()]
  await deleteStack(deleted.stackId)
  await sweepRepositories(inDays(6.9))
  expect(existsSync(pathOf(deleted.folder))).toBe(true)
  await sweepRepositories(inDays(7.1))
  expect(existsSync(pathOf(deleted.folder))).toBe(false)
  await sweepRepositories(inDays(4_000))
  expect(await readdir(pathOf(kept.folder))).toContain('objects')
  expect(await rowsOf(deleted.folder)).toBe(0)
})

test('a folder that no stack ever had is removed 7 days after it was first seen', async () => {
  const folder = `${newId()}.git`
  await mkdir(pathOf(folder), { recursive: true })
  await sweepRepositories(inDays(0))
  await sweepRepositories(inDays(6.9))
  expect(existsSync(pathOf(folder))).toBe(true)
  await sweepRepositories(inDays(7.1))
  expect(existsSync(pathOf(folder))).toBe(false)
})

test('a removal that was interrupted is finished by the next sweep', async () => {
  const { stackId, folder } = await stackWithRepository()
  await deleteStack(stackId)
  const { database } = given.ctx
  const asSystem: typeof database.asSystem = async (body) => {
    if (!existsSync(pathOf(folder))) throw new Error('The process is gone.')
    return database.asSystem(body)
  }
  const crashing = { ...inDays(8), database: { ...database, asSystem } }
  await expect(sweepRepositories(crashing)).rejects.toThrow('gone')
  expect(await rowsOf(folder)).toBe(1)
  await sweepRepositories(inDays(8))
  expect(await rowsOf(folder)).toBe(0)
})

test('a repository that got its row after its folder was seen is kept', async () => {
  const { stackId, folder } = await stackWithRepository()
  await given.ctx.database.asSystem(async (tx) => {
    await releaseRepository(tx, stackId, new Date())
    expect(await tx.$count(managedRepository, eq(managedRepository.folder, folder))).toBe(1)
  })
  await writeFile(join(pathOf(folder), 'marker'), '')
  await sweepRepositories(inDays(30))
  expect(existsSync(join(pathOf(folder), 'marker'))).toBe(true)
})
