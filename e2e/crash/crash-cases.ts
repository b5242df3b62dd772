import { defaultIncludeSpecs } from '@sluice/metadata/include-specs'
import { expect } from 'vitest'
import type { WorkingClone } from '../working-clone.ts'
import { type CrashWorld, pause } from './crash-world.ts'
import { classSource, testSource } from './practice-org-admin.ts'

export const theOneCommit = ['Tomas Okafor src/unpackaged/classes/Alpha.cls']
const everywhere = { environmentFilter: { include: { all: true } } }
const classPath = (name: string) => `src/unpackaged/classes/${name}.cls`
let counter = 0
/** Different at every call, so that each case has something of its own to carry. */
const newWord = () => `word${(counter += 1)}`

async function expectEnd(world: CrashWorld, jobId: string): Promise<void> {
  const { outcome, error } = await world.ended(jobId)
  expect({ outcome, error }).toEqual({ outcome: 'Succeeded', error: null })
  expect(await world.isLocked()).toBe(false)
}

/** Initializes the stack through a kill, and clones what came of it. */
export async function initializeThroughKill(world: CrashWorld, fault: string): Promise<WorkingClone> {
  for (const name of ['Alpha', 'Beta']) {
    await world.org.saveClass('mara', name, classSource(name, newWord()))
    await world.org.saveClass('mara', `${name}Test`, testSource(name))
  }
  await world.arm(fault)
  const jobId = await world.submit('InitializeStack', { includeSpecs: defaultIncludeSpecs })
  await world.comeBack()
  await expectEnd(world, jobId)
  return await world.clone()
}

/** A class is changed in the org; the flow in is killed at the point. Returns author and files of the commits. */
export async function flowInThroughKill(
  world: CrashWorld,
  clone: WorkingClone,
  fault: string,
): Promise<string[]> {
  await clone.git('pull', '--quiet', '--ff-only')
  const before = await clone.git('rev-parse', 'HEAD')
  const word = newWord()
  await world.org.saveClass('tomas', 'Alpha', classSource('Alpha', word))
  await world.arm(fault)
  const jobId = await world.submit('FlowIn', everywhere)
  await world.comeBack()
  await expectEnd(world, jobId)
  await clone.git('pull', '--quiet', '--ff-only')
  expect(await clone.read(classPath('Alpha'))).toBe(classSource('Alpha', word))
  const log = await clone.git('log', '--format=%x00%an', '--name-only', `${before}..HEAD`)
  return log
    .split('\0')
    .slice(1)
    .map((commit) => commit.trim().split(/\n+/).join(' '))
}

/** A class is changed in Git; the flow out is interrupted. Returns how often the org accepted and carried out. */
export async function flowOutThrough(
  world: CrashWorld,
  clone: WorkingClone,
  interrupt: { arm: string; during: () => Promise<void> },
): Promise<{ accepted: number; done: number; commits: number }> {
  await clone.git('pull', '--quiet', '--ff-only')
  const word = newWord()
  await clone.write(classPath('Beta'), classSource('Beta', word))
  const pushed = await clone.commitAndPush(`Say ${word}`)
  await world.arm(interrupt.arm)
  const before = await world.org.deployments()
  const jobId = await world.submit('FlowOut', { ...everywhere, noConfirm: true })
  await interrupt.during()
  await expectEnd(world, jobId)
  expect(await world.org.classText('Beta')).toBe(classSource('Beta', word))
  const after = await world.org.deployments()
  await clone.git('fetch', '--quiet')
  const commits = await clone.git('rev-list', '--count', `${pushed}..origin/HEAD`)
  return {
    accepted: after.accepted.length - before.accepted.length,
    done: after.done.length - before.done.length,
    commits: Number(commits),
  }
}

/** Waits until the org has taken the deployment, and kills the server from outside. */
export async function killDuringDeployment(world: CrashWorld): Promise<void> {
  const before = (await world.org.deployments()).accepted.length
  for (let turn = 0; (await world.org.deployments()).accepted.length === before; turn += 1) {
    if (turn > 300) throw new Error('No deployment arrived at the org.')
    await pause(100)
  }
  await world.product.server.kill('SIGKILL')
  await world.product.server.restart()
}
