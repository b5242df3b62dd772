import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { jobStep } from '../../platform/database/schema/job-execution.ts'
import { setTokenData } from '../../operations/stacks/set-token-data.ts'
import { signInWithJwtOfStack } from '../../operations/stacks/sign-in-with-jwt-of-stack.ts'
import { update } from '../../operations/stacks/update.ts'
import { certificate, privateKey } from '../../stacks/testing/app-of-stack.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { until } from '../../testing/test-jobs.ts'
import { ownersRequest } from '../testing/answer-inquiry.ts'
import { environmentCreations } from '../testing/environment-creations.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { type InitializedStack, initializedStack } from '../testing/initialized-stack.ts'
import { alpha, apexClass } from '../testing/sample-metadata.ts'
import { createGroup, createSandbox, failOnce } from '../testing/sandbox-environment.ts'
import { sandboxOrg } from '../testing/sandbox-org.ts'

const clock = createTestClock()
const world = flowWorld({ clock })

async function newStack(): Promise<InitializedStack> {
  const made = await initializedStack(world, [alpha.edit()])
  await createGroup(made.flow, 'Builders')
  return made
}

let stack: InitializedStack
beforeAll(async () => {
  stack = await newStack()
})
const { start, endOf, rowOf, questionOf, storedQuestion, answer } = environmentCreations(
  world,
  () => stack.flow,
)
let made = 0
const newName = () => `box${made++}`

/** A job that asks people to sign in, because Salesforce refuses the session. */
async function asking() {
  await failOnce(stack.flow, 'insufficientAccess', 'sandboxAuth')
  const name = newName()
  const jobId = await start(name)
  const { id, prompt, subject } = await questionOf(jobId)
  expect(subject).toBe('DeviceCodeChallenge')
  return { name, jobId, inquiryId: id, prompt }
}

describe('a sandbox that the session of production does not open', () => {
  test('[J-108] is signed in to by a device code, of which a new one is shown when it has expired', async () => {
    const { name, jobId, inquiryId, prompt } = await asking()
    const { username } = await stack.flow.org.session()
    expect(prompt).toMatchObject({ identityUsername: `${username}.${name}` })
    clock.advance(11 * 60_000)
    await until(async () => (await storedQuestion(inquiryId))?.prompt['userCode'] !== prompt['userCode'])
    const userCode = (await storedQuestion(inquiryId))?.prompt['userCode']
    await stack.flow.org.admin('POST', 'approve-device', {
      userCode,
      org: (await sandboxOrg(stack.flow, name)).id,
    })
    clock.advance(60_000)
    expect((await endOf(jobId)).error).toBeNull()
    expect(await storedQuestion(inquiryId)).toMatchObject({
      status: 'Answered',
      answer: { abort: false, wasSuccessful: true },
      answeredByUserId: null,
    })
    expect(await rowOf(name)).toMatchObject({ isInitialized: true, sfdcUsername: `${username}.${name}` })
  })

  test.each([
    ['a change log', true],
    ['no change log', false],
  ])('that has %s is asked about before what people have added to it is deleted', async (_, tracksSource) => {
    const { name, jobId, prompt } = await asking()
    const sandbox = await sandboxOrg(stack.flow, name)
    await stack.flow.org.admin('PATCH', `orgs/${sandbox.id}`, { tracksSource })
    const added = apexClass('AddedMeanwhile')
    await sandbox.edit(added.edit())
    await stack.flow.org.admin('POST', 'approve-device', { userCode: prompt['userCode'], org: sandbox.id })
    clock.advance(60_000)
    const isAsked = async () => (await questionOf(jobId)).subject === 'FlowOutConfirmDeployment'
    await until(isAsked)
    const question = await questionOf(jobId)
    expect(question.prompt).toMatchObject({
      diffResult: { diffCounts: { added: 0, modified: 0, deleted: 1 } },
    })
    await answer(jobId, question.id, { continue: false })
    expect(await endOf(jobId)).toMatchObject({ outcome: 'Cancelled' })
    expect(await sandbox.text(added.name)).not.toBeNull()
  })

  test('is refused with a notice when another user signs in', async () => {
    const { name, jobId, prompt } = await asking()
    const other = `${stack.flow.org.users[1]?.username}.${name}`
    const { userCode, identityUsername } = prompt
    await stack.flow.org.admin('POST', 'approve-device', {
      userCode,
      org: (await sandboxOrg(stack.flow, name)).id,
      user: other,
    })
    clock.advance(60_000)
    const { error, notices } = await endOf(jobId)
    expect(error?.message).toContain(`wrong username ${other}`)
    expect(notices.at(-1)).toMatchObject({
      subject: 'OrgAccessUsernameIncorrect',
      body: { actualUsername: other, expectedUsername: identityUsername },
    })
    expect(await rowOf(name)).toMatchObject({ isInitialized: false })
  })

  test('is left alone when people abort, and the job is cancelled', async () => {
    const { name, jobId, inquiryId } = await asking()
    await answer(jobId, inquiryId, { abort: true, wasSuccessful: false })
    expect(await endOf(jobId)).toMatchObject({ outcome: 'Cancelled', error: null })
    expect(await rowOf(name)).toMatchObject({ isInitialized: false })
  })
})

const requestOf = (flow: FlowStack) => ({
  params: { workspaceId: flow.workspaceId, stackId: flow.stackId },
  query: {},
  ...ownersRequest(world.ctx, flow),
})

/** Stores user name and password with the stack, which ends its authorization in the browser. */
async function storePassword(flow: FlowStack): Promise<void> {
  const { username: sfdcBaseUsername } = await flow.org.session()
  await update(world.ctx, { ...requestOf(flow), body: { sfdcBaseUsername, sfdcPassword: 'practice1' } })
}

/** Connects the stack by an app and a key of its own. */
async function connectByKey(flow: FlowStack): Promise<void> {
  const { username } = await flow.org.session()
  await flow.org.admin('POST', `orgs/${flow.org.id}/connected-apps`, { clientId: 'robot', certificate })
  const request = requestOf(flow)
  const app = { sfdcClientId: 'robot', sfdcPrivateKey: privateKey }
  await update(world.ctx, { ...request, body: app })
  const signedIn = await signInWithJwtOfStack(world.ctx, {
    ...request,
    body: { signInUrl: world.practiceOrigin, username },
  })
  const encryptedToken = signedIn.tokenResponse?.encryptedToken ?? ''
  await setTokenData(world.ctx, { ...request, body: { encryptedToken } })
}

/** Nobody has been asked, and the environment goes on with what the stack has. */
const withoutToken = { isInitialized: true, sfdcTokenSealed: null, sfdcUsername: null }

describe('a sandbox of a stack with user name and password', () => {
  let flow: FlowStack
  const creations = environmentCreations(world, () => flow)
  beforeAll(async () => {
    flow = (await newStack()).flow
    await storePassword(flow)
  })

  test('is signed in to by these', async () => {
    const name = newName()
    expect((await creations.creates(name)).error).toBeNull()
    expect(await creations.rowOf(name)).toMatchObject(withoutToken)
  })

  test('is asked for a device code once it refuses the password, because more refusals would lock the user out', async () => {
    const name = newName()
    await createSandbox(flow, name)
    const { id: org } = await sandboxOrg(flow, name)
    const username = `${(await flow.org.session()).username}.${name}`
    await flow.org.admin('PATCH', `orgs/${org}/users/${username}`, { password: 'changed2' })
    const jobId = await creations.start(name, { allowUseExistingSandbox: true })
    const { prompt, subject } = await creations.questionOf(jobId)
    expect([subject, prompt['identityUsername']]).toEqual(['DeviceCodeChallenge', username])
    await flow.org.admin('POST', 'approve-device', { userCode: prompt['userCode'], org, user: username })
    clock.advance(60_000)
    expect((await creations.endOf(jobId)).error).toBeNull()
    expect(await creations.rowOf(name)).toMatchObject({ isInitialized: true, sfdcUsername: username })
  })
})

describe('a sandbox of a stack with a private key', () => {
  test('is signed in to by the key as soon as the sandbox knows its app', async () => {
    const { flow } = await newStack()
    await connectByKey(flow)
    const [name, creations] = [newName(), environmentCreations(world, () => flow)]
    const jobId = await creations.start(name)
    const firstAttempt = and(eq(jobStep.jobId, jobId), eq(jobStep.name, 'sign in to sandbox 1'))
    await until(() => world.ctx.database.asSystem(async (tx) => (await tx.$count(jobStep, firstAttempt)) > 0))
    const { id: org } = await sandboxOrg(flow, name)
    await flow.org.admin('POST', `orgs/${org}/connected-apps`, { clientId: 'robot', certificate })
    await until(async () => {
      clock.advance(10_000)
      return (await creations.rowOf(name))?.isInitialized === true
    })
    expect((await creations.endOf(jobId)).error).toBeNull()
    expect(await creations.rowOf(name)).toMatchObject(withoutToken)
  })
})
