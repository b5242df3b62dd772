import { onboardingResult } from '@sluice/contract/job-commands/onboarding'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { gitHubStandIn } from '../../github/testing/github-stand-in.ts'
import { managedRepository, stack } from '../../platform/database/schema/stacks.ts'
import { git } from '../../git-host/testing/plain-git.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { ended, flowInAll, initialize, includeSpecs, outputOf, submit } from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'
import { submitOnboarding } from '../testing/submit-onboarding.ts'

const standIn = await gitHubStandIn()
const world = flowWorld({ settings: standIn.settings })
beforeEach(() => {
  standIn.requests.length = 0
  standIn.gitTokens.length = 0
  standIn.tokenSeconds = 3_600
})

const inWorkspace = <T>(flow: FlowStack, body: Parameters<typeof world.ctx.database.inWorkspace<T>>[2]) =>
  world.ctx.database.inWorkspace(flow.workspaceId, null, body)
async function rowsOf(flow: FlowStack) {
  return await inWorkspace(flow, async (tx) => {
    const [row] = await tx.select().from(stack).where(eq(stack.id, flow.stackId))
    const [kept] = await tx
      .select()
      .from(managedRepository)
      .where(eq(managedRepository.stackId, flow.stackId))
    if (!row || !kept) throw new Error('The stack is gone.')
    return { stack: row, kept }
  })
}
const madeFor = (flow: FlowStack) =>
  [...standIn.repositories.values()].filter(({ description }) => description.includes(flow.stackId))
const headOf = async (gitDir = '') => (await git(gitDir, 'rev-parse', 'refs/heads/main')).trim()
const creations = () => standIn.requests.filter((request) => request === 'POST /orgs/acme/repos').length
async function connect(): Promise<FlowStack> {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  return flow
}
const begin = (flow: FlowStack) =>
  submit(world.ctx, flow, { jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs } })

test('the initialization makes and fills the repository with tokens that are renewed before they end; a flow in goes on there', async () => {
  standIn.tokenSeconds = 600
  const flow = await connect()
  expect((await rowsOf(flow)).stack).toMatchObject({ gitRepositoryUrl: '', gitRepositoryIsOnGitHub: true })
  const { job } = await initialize(world.ctx, flow)
  expect(job.error).toBeNull()
  const [made] = madeFor(flow)
  const { stack: row, kept } = await rowsOf(flow)
  const url = `${standIn.settings['SLUICE_GITHUB_URL']}/acme/${made?.name}.git`
  expect([row.gitRepositoryUrl, kept.gitHubId, kept.folder]).toEqual([url, String(made?.id), null])
  const before = await headOf(made?.gitDir)
  await flow.org.edit(beta.edit())
  expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
  expect(await headOf(made?.gitDir)).not.toBe(before)
  expect(creations()).toBe(1)
  expect(new Set(standIn.gitTokens).size).toBeGreaterThan(3)
})

test.each(['create repository 1.intent', 'create repository 1.done'])(
  'a worker that is lost at %s makes no second repository',
  async (point) => {
    const flow = await connect()
    const crashing = crashingCommands(point)
    await world.restart(crashing.commands)
    const jobId = await begin(flow)
    await crashing.reached
    await world.restart()
    expect((await ended(world.ctx, flow, jobId)).error).toBeNull()
    expect([madeFor(flow).length, creations()]).toEqual([1, 1])
  },
)

test('a repository that was made although the answer got lost is taken', async () => {
  const flow = await connect()
  standIn.refuse('POST /orgs/acme/repos', { status: 502, isDone: true })
  expect((await initialize(world.ctx, flow)).job.error).toBeNull()
  expect([madeFor(flow).length, creations()]).toEqual([1, 1])
})

test('a name that another repository has is left alone', async () => {
  const flow = await connect()
  const { name } = (await rowsOf(flow)).kept
  await standIn.addRepository(name, 'Something else')
  expect((await initialize(world.ctx, flow)).job.error).toBeNull()
  const [made] = madeFor(flow)
  expect(made?.name).toMatch(new RegExp(`^${name}-[0-9a-f]{8}$`))
  expect(standIn.repositories.get(name)?.description).toBe('Something else')
})

test('what GitHub refuses for good ends the job with the reason, and the next one makes the repository', async () => {
  const flow = await connect()
  standIn.refuse('POST /orgs/acme/repos', { status: 403 })
  const refused = await ended(world.ctx, flow, await begin(flow))
  expect([refused.outcome, refused.error?.message]).toEqual([
    'Failed',
    expect.stringContaining('Administration and Contents'),
  ])
  expect((await initialize(world.ctx, flow)).job.error).toBeNull()
  expect(madeFor(flow)).toHaveLength(1)
})

test('a stack of an organization that the server is not connected to any more says so', async () => {
  const flow = await connect()
  await inWorkspace(flow, (tx) =>
    tx
      .update(managedRepository)
      .set({ gitHubUrl: 'https://github.com/former' })
      .where(eq(managedRepository.stackId, flow.stackId)),
  )
  const job = await ended(world.ctx, flow, await begin(flow))
  expect(job.error?.message).toContain('not connected to its organization')
  expect(creations()).toBe(0)
})

/** The job that ends a first set-up, on a stack that is initialized. */
async function endSetUp(flow: FlowStack, repositoryUsernameToInvite: string) {
  const jobId = await submitOnboarding(world.ctx, flow, { repositoryUsernameToInvite })
  const { error } = await ended(world.ctx, flow, jobId)
  return { error, result: onboardingResult.parse(await outputOf(world.ctx, flow, jobId)) }
}

test('the end of a first set-up invites to read, once, and says what GitHub refused', async () => {
  const flow = await connect()
  expect((await initialize(world.ctx, flow)).job.error).toBeNull()
  const [made] = madeFor(flow)
  const invitation = `PUT /repos/acme/${made?.name}/collaborators/ada`
  standIn.refuse(invitation, { status: 502, isDone: true })
  const invited = await endSetUp(flow, 'ada')
  expect(invited).toMatchObject({ error: null, result: { invitedUsername: 'ada', invitationRefusal: null } })
  expect(made?.invitations).toMatchObject([{ login: 'ada', canPush: false }])
  expect(standIn.requests.filter((request) => request === invitation)).toHaveLength(1)
  standIn.refuse(`PUT /repos/acme/${made?.name}/collaborators/Grace`, { status: 403 })
  const refused = await endSetUp(flow, 'Grace')
  expect(refused).toMatchObject({
    error: null,
    result: { invitedUsername: null, invitationRefusal: expect.stringContaining('does not allow') },
  })
})
