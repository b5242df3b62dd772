import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { type SignedIn, testApp } from '../api/testing/test-app.ts'
import { loadFlowTarget } from '../steps/session/flow-target.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'

const app = testApp()
let owner: SignedIn
let tree: ObjectTree['ids']
/** Environments of the stack, of another stack of its workspace, and of a stack of another workspace. */
const own: string[] = []
const foreign: string[] = []

const insertEnvironments = (owned: { workspaceId: string; stackId: string }, ids: readonly string[]) =>
  app.current.ctx.database.asSystem(async (tx) => {
    for (const [index, id] of ids.entries())
      await tx.insert(environment).values({
        id,
        ...owned,
        slug: `e-${index}`,
        name: `E ${index}`,
        gitBranchName: `env/${index}`,
        isProduction: false,
        isInitialized: true,
      })
  })

beforeAll(async () => {
  owner = await app.current.signIn()
  tree = (await createObjectTree(app.current, owner)).ids
  const { workspaceId, stackId, environmentId } = tree
  await app.current.ctx.database.asSystem(async (tx) => {
    await tx.update(stack).set({ isInitialized: true }).where(eq(stack.id, stackId))
    await tx.update(environment).set({ isInitialized: true }).where(eq(environment.id, environmentId))
  })
  own.push(newId(), newId())
  await insertEnvironments({ workspaceId, stackId }, own)
  own.push(environmentId)
  const other = newId()
  await app.current.ctx.database.asSystem((tx) =>
    tx.insert(stack).values({
      id: other,
      workspaceId,
      slug: 'other',
      name: 'Other',
      gitRepositoryIsManaged: false,
      gitRepositoryUrl: 'https://git.example.com/other.git',
      metadataDirectoryRelativePath: '/src',
      sfdcBaseSignInUrl: 'https://login.salesforce.com',
      sfdcApiVersionMode: 'Baseline',
    }),
  )
  foreign.push(newId())
  await insertEnvironments({ workspaceId, stackId: other }, foreign)
  foreign.push((await createObjectTree(app.current, owner)).ids.environmentId)
})

const submit = (jobCommandName: 'FlowIn' | 'FlowOut' | 'DeleteEnvironment', include: object) =>
  owner.client.jobs.provision({
    params: tree,
    body: { jobCommandName, jobTemplate: { environmentFilter: { include } } },
  })

describe('[S-001] a job acts on environments of its stack', () => {
  test.each(['FlowIn', 'FlowOut', 'DeleteEnvironment'] as const)(
    'and none is made by %s for an environment of another stack that somebody names',
    async (jobCommandName) => {
      const results = await submit(jobCommandName, { ids: foreign })
      const refused = { wasProvisioned: false, jobDetails: null }
      expect(results).toMatchObject(
        foreign.map((id) => ({
          ...refused,
          validationErrors: [{ description: expect.stringContaining(id) }],
        })),
      )
    },
  )

  test('also where all are meant', async () => {
    const results = await submit('FlowIn', { all: true })
    const affected = results.flatMap(({ jobDetails }) => jobDetails?.affectedEnvironments ?? [])
    expect(affected.map(({ environmentId }) => environmentId).toSorted()).toEqual(own.toSorted())
    expect(new Set(results.flatMap(({ jobDetails }) => jobDetails?.stackId ?? []))).toEqual(
      new Set([tree.stackId]),
    )
  })

  test('and one whose input names an environment of another stack ends before it does anything', async () => {
    for (const id of foreign) {
      const job = {
        id: tree.jobId,
        workspaceId: tree.workspaceId,
        stackId: tree.stackId,
        createdByUserId: owner.userId,
        commandName: 'FlowIn' as const,
        commandInput: {},
        isCheckOnly: false,
        mainEnvironmentId: null,
      }
      await expect(loadFlowTarget(app.current.ctx, job, id)).rejects.toThrow('no longer exists')
    }
  })
})
