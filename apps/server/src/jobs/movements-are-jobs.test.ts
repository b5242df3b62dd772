import { jobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { Actor } from '@sluice/contract/permissions'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { environment } from '../platform/database/schema/environments.ts'
import { newId } from '../platform/ids.ts'
import { findStack } from '../stacks/stack-store.ts'
import { testContext } from '../testing/test-context.ts'
import { type TestStack, findJob, insertStack } from '../testing/test-jobs.ts'
import { insertUser } from '../users/user-store.ts'
import { provisionJobs } from './job-provisioning.ts'

const scene = testContext()
const all = { include: { all: true } }

async function provision({ workspaceId, stackId }: TestStack, submission: object) {
  const id = newId()
  const actor: Actor = {
    userId: id,
    accessLevel: 'Administrator',
    isOwner: true,
    isGlobalAdministrator: true,
  }
  const stack = await scene.ctx.database.asSystem(async (tx) => {
    const person = { id, emailAddress: `${id}@example.com`, firstName: 'Ada', lastName: 'Example' }
    await insertUser(tx, person, 'no password')
    return findStack(tx, workspaceId, stackId)
  })
  if (!stack) throw new Error('The stack was not inserted.')
  return provisionJobs(scene.ctx, { stack, actor, submission: jobSubmission.parse(submission) })
}

test.each([
  ['FlowIn', () => ({ environmentFilter: all })],
  ['FlowOut', () => ({ environmentFilter: all })],
  [
    'FlowMerge',
    ([source, target]: readonly string[]) => ({
      sourceEnvironmentId: source,
      targetEnvironmentFilter: { include: { ids: [target] } },
    }),
  ],
  ['InitializeStack', () => ({ includeSpecs: 'unpackaged/~/ApexClass' })],
] as const)(
  '[W-003] %s is a job of the stack, which moves nothing before a worker takes it',
  async (name, templateOf) => {
    const made = await insertStack(scene.ctx, 2)
    const environments = () =>
      scene.ctx.database.asSystem((tx) =>
        tx.select().from(environment).where(eq(environment.stackId, made.stackId)).orderBy(environment.id),
      )
    const before = await environments()
    const jobTemplate = templateOf(made.environmentIds)
    const results = await provision(made, { jobCommandName: name, jobTemplate })
    expect(results.map(({ wasProvisioned }) => wasProvisioned)).not.toContain(false)
    const last = await findJob(scene.ctx, results.at(-1)?.jobDetails?.id ?? '')
    expect(last).toMatchObject({ stackId: made.stackId, commandName: name, startedUtc: null, outcome: null })
    expect(await environments()).toEqual(before)
  },
)
