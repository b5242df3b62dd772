import type { Job } from '@sluice/contract/job'
import { setTimeout as pause } from 'node:timers/promises'
import { defaultIncludeSpecs } from '@sluice/metadata/include-specs'
import {
  classSource,
  practiceOrgAdmin,
  type PracticeOrgAdmin,
  testSource,
} from '../crash/practice-org-admin.ts'
import { type StackClient, connectStack } from '../crash/stack-client.ts'
import { type RolesProduct, startRoles } from '../start-roles.ts'
import type { WorkingClone } from '../working-clone.ts'

export interface World {
  readonly product: RolesProduct
  readonly org: PracticeOrgAdmin
  readonly client: StackClient
  readonly clone: WorkingClone
  stop(): Promise<void>
}

/** A submitted flow, and how to judge it once its job has ended. */
export interface Flow {
  readonly jobId: string
  /** What is wrong with the effects of the flow; empty when each came once. */
  faults(): Promise<string[]>
}

/** How long a job may take to end by itself. */
const longestMs = 120_000
const everywhere = { environmentFilter: { include: { all: true } } }
const classPath = (name: string) => `src/unpackaged/classes/${name}.cls`

/** The product in separate processes, with an initialized stack over a small org. */
export async function startWorld(): Promise<World> {
  const product = await startRoles({ SLUICE_LEASE_SECONDS: '2', SLUICE_RATE_LIMIT_FACTOR: '0' })
  try {
    const org = await practiceOrgAdmin(product.practiceOrgOrigin)
    const client = await connectStack(product)
    for (const name of ['Alpha', 'Beta']) {
      await org.saveClass('mara', name, classSource(name, 'first'))
      await org.saveClass('mara', `${name}Test`, testSource(name))
    }
    const jobId = await client.submit('InitializeStack', { includeSpecs: defaultIncludeSpecs })
    const { outcome, error } = await endOf(client, jobId)
    if (outcome !== 'Succeeded') throw new Error(`The stack was not initialized: ${error?.message}`)
    const clone = await client.clone()
    const stop = async () => {
      await clone.remove()
      await product.stop()
    }
    return { product, org, client, clone, stop }
  } catch (error) {
    await product.stop()
    throw error
  }
}

/** The job once it has ended; while the API does not answer it is asked again. */
export async function endOf(client: StackClient, jobId: string): Promise<Job> {
  const until = Date.now() + longestMs
  for (;;) {
    const job = await client.job(jobId).catch((error: unknown) => String(error))
    if (typeof job !== 'string' && job.status === 'Ended') return job
    if (Date.now() > until)
      throw new Error(`The job has not ended: ${typeof job === 'string' ? job : job.status}`)
    await pause(100)
  }
}

/** Changes a class in the org and submits the flow that brings it to Git. */
export async function beginFlowIn({ org, client, clone }: World, word: string): Promise<Flow> {
  await clone.git('pull', '--quiet', '--ff-only')
  const before = await clone.git('rev-parse', 'HEAD')
  const source = classSource('Alpha', word)
  await org.saveClass('tomas', 'Alpha', source)
  const jobId = await client.submit('FlowIn', everywhere)
  return {
    jobId,
    async faults() {
      await clone.git('pull', '--quiet', '--ff-only')
      const log = await clone.git('log', '--format=%an', '--name-only', `${before}..HEAD`)
      const commits = log.split(/\n+/).join(' ').trim()
      return [
        ...unequal('commits', commits, `Tomas Okafor ${classPath('Alpha')}`),
        ...unequal('class in Git', await clone.read(classPath('Alpha')), source),
      ]
    },
  }
}

/** Pushes a changed class and submits the flow that brings it to the org. */
export async function beginFlowOut({ org, client, clone }: World, word: string): Promise<Flow> {
  await clone.git('pull', '--quiet', '--ff-only')
  const source = classSource('Beta', word)
  await clone.write(classPath('Beta'), source)
  const pushed = await clone.commitAndPush(`Say ${word}`)
  const before = await org.deployments()
  const jobId = await client.submit('FlowOut', { ...everywhere, noConfirm: true })
  return {
    jobId,
    async faults() {
      const after = await org.deployments()
      await clone.git('fetch', '--quiet')
      const commits = await clone.git('rev-list', '--count', `${pushed}..origin/HEAD`)
      return [
        ...unequal('accepted deployments', after.accepted.length - before.accepted.length, 1),
        ...unequal('finished deployments', after.done.length - before.done.length, 1),
        ...unequal('class in the org', await org.classText('Beta'), source),
        ...unequal('commits of the flow out', commits, '0'),
      ]
    },
  }
}

const unequal = (what: string, found: unknown, expected: unknown): string[] =>
  found === expected ? [] : [`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`]
