import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  flowInThroughKill,
  flowOutThrough,
  initializeThroughKill,
  killDuringDeployment,
  theOneCommit,
} from './crash/crash-cases.ts'
import { type CrashWorld, crashWorld } from './crash/crash-world.ts'
import type { WorkingClone } from './working-clone.ts'

let world: CrashWorld
let clone: WorkingClone
/** Author and subject of each commit that the initialization made. */
let initialCommits: string[]
beforeAll(async () => {
  world = await crashWorld()
  clone = await initializeThroughKill(world, 'retrieve.poll:kill')
  initialCommits = (await clone.git('log', '--format=%an %s')).split('\n')
})
afterAll(async () => {
  await clone?.remove()
  await world?.stop()
})

test('an initialization killed in the middle of the retrieve ends by itself', async () => {
  expect(await clone.files()).toContain('src/unpackaged/classes/Alpha.cls')
  const repeated = initialCommits.filter((commit, index) => initialCommits.indexOf(commit) !== index)
  expect(repeated).toEqual([])
})

test.each(['retrieve.post', 'push.before', 'push.after'])(
  'a flow in killed at %s ends by itself with exactly one commit of the right author',
  async (point) => {
    expect(await flowInThroughKill(world, clone, `${point}:kill`)).toEqual(theOneCommit)
  },
)

test.each(['deploy.intent', 'deploy.post'])(
  'a flow out killed at %s ends by itself and is deployed exactly once',
  async (point) => {
    const interrupt = { arm: `${point}:kill`, during: () => world.comeBack() }
    expect(await flowOutThrough(world, clone, interrupt)).toEqual({ accepted: 1, done: 1, commits: 0 })
  },
)

test('a flow out whose server is killed while the org deploys waits for the same deployment', async () => {
  const release = await world.org.hold('deploy')
  const during = async () => {
    await killDuringDeployment(world)
    await release()
  }
  expect(await flowOutThrough(world, clone, { arm: '', during })).toEqual({
    accepted: 1,
    done: 1,
    commits: 0,
  })
})
