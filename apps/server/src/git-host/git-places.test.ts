import { expect, test } from 'vitest'
import { type GitWork, gitPlaces } from './git-places.ts'

/** The signal of a connection that stays open. */
const open = () => new AbortController().signal
let people = 0
const person = (workspaceId: string): GitWork => ({ workspaceId, userId: `u${people++}`, isOfJob: false })
const job = (workspaceId: string): GitWork => ({ workspaceId, userId: null, isOfJob: true })

/** Who of these gets a place at once; the others go on waiting. */
async function entered(places: ReturnType<typeof gitPlaces>, works: readonly GitWork[]): Promise<boolean[]> {
  const none = Symbol('waiting')
  const late = new Promise((resolve) => setImmediate(resolve, none))
  return await Promise.all(
    works.map(async (work) => (await Promise.race([places.enter(work, open()), late])) !== none),
  )
}

test('a workspace has some of the places, and the others are free for the next one', async () => {
  const places = gitPlaces({ total: 12, perWorkspace: 2, forJobs: 4 })
  expect(await entered(places, [person('a'), person('a'), person('a'), job('a')])).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(await entered(places, [person('b'), person('b')])).toEqual([true, true])
})

test('a person with many workspaces has no more places than one workspace', async () => {
  const places = gitPlaces({ total: 12, perWorkspace: 2, forJobs: 4 })
  const works = ['a', 'b', 'c'].map((workspaceId) => ({ workspaceId, userId: 'same', isOfJob: false }))
  expect(await entered(places, works)).toEqual([true, true, false])
})

test('people leave the places kept for jobs free, jobs may use all', async () => {
  const places = gitPlaces({ total: 3, perWorkspace: 9, forJobs: 1 })
  expect(await entered(places, [person('a'), person('b'), person('c')])).toEqual([true, true, false])
  expect(await entered(places, [job('d'), job('e')])).toEqual([true, false])
})

test('a workspace fills only a part of the queue, and jobs always wait', async () => {
  const places = gitPlaces({ total: 1, perWorkspace: 1, forJobs: 0 })
  await places.enter(job('z'), open())
  const refusals = await Promise.all(
    Array.from({ length: 25 }, async () => {
      const answer = places.enter(person('a'), open())
      return await Promise.race([answer, new Promise((resolve) => setImmediate(resolve, 'waiting'))])
    }),
  )
  expect(refusals.filter((answer) => answer === null)).toHaveLength(5)
  expect(await entered(places, [person('b'), job('a')])).toEqual([false, false])
})
