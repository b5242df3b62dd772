import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { git } from '../git-host/testing/plain-git.ts'
import { job, jobDependency } from '../platform/database/schema/jobs.ts'
import { schedule } from '../platform/database/schema/schedules.ts'
import { findManagedRepository } from './managed-repository-store.ts'
import { findStack } from './stack-store.ts'

const app = testApp({ withPractice: true })
const signInUrl = () => app.practice.origin
const begin = async (client = app.current.client()) =>
  client.stacks.startDeviceCodeSignIn({ body: { signInUrl: signInUrl() } })
const poll = async (deviceCode: string, client = app.current.client()) =>
  client.stacks.pollDeviceCodeSignIn({ params: { deviceCode }, query: { signInUrl: signInUrl() } })

/** Signs in to the org and returns the sealed token. */
async function connect(user: SignedIn, org?: string): Promise<string> {
  const { deviceCode, userCode } = await begin(user.client)
  await app.practice.approve(userCode, org)
  return (await poll(deviceCode, user.client)).tokenResponse?.encryptedToken ?? ''
}

const onboard = async (user: SignedIn, sfdcEncryptedToken: string, companyName = 'Northbeam') =>
  user.client.onboarding.start({ body: { companyName, sfdcEncryptedToken } })

describe('signing in to Salesforce in the browser', () => {
  test('[W-214] [W-330] [W-331] is pending until the code is approved, then names org and user', async () => {
    const { deviceCode, userCode, verificationUrl } = await begin()
    expect(verificationUrl).toContain(signInUrl())
    expect(await poll(deviceCode)).toMatchObject({ status: 'Pending', tokenResponse: null })
    await app.practice.approve(userCode)
    expect(await poll(deviceCode)).toMatchObject({
      status: 'Completed',
      orgType: 'Production',
      tokenResponse: { orgName: 'Northbeam Lighting' },
    })
  })

  test('[W-332] a finished code is gone', async () => {
    const user = await app.current.signIn()
    const { deviceCode, userCode } = await begin(user.client)
    await app.practice.approve(userCode)
    await poll(deviceCode, user.client)
    expect((await problemOf(poll(deviceCode, user.client))).type).toBe('entityNotFound')
  })

  test('a code belongs to who began it', async () => {
    const user = await app.current.signIn()
    const { deviceCode } = await begin(user.client)
    const other = await app.current.signIn()
    expect((await problemOf(poll(deviceCode, other.client))).status).toBe(404)
    expect((await problemOf(poll(deviceCode))).status).toBe(404)
    expect((await poll(deviceCode, user.client)).status).toBe('Pending')
  })

  test('a denied code ends the sign-in and says what to do', async () => {
    const { deviceCode, userCode } = await begin()
    await app.practice.deny(userCode)
    expect(await problemOf(poll(deviceCode))).toMatchObject({
      type: 'sfdcCredentialsInvalid',
      detail: expect.stringContaining('press Allow there'),
    })
  })

  test('an app that the org blocks is told what to do instead', async () => {
    await app.practice.blockDeviceFlow(true)
    const problem = await problemOf(begin())
    await app.practice.blockDeviceFlow(false)
    expect(problem).toMatchObject({
      type: 'sfdcCredentialsInvalid',
      detail: expect.stringContaining('Create an External Client App'),
    })
  })

  test('a refusal by the address of the server ends the sign-in with the way out', async () => {
    const { deviceCode } = await begin()
    await app.practice.fault('ipRestricted', 'token')
    expect((await problemOf(poll(deviceCode))).detail).toContain('trusted ranges')
  })

  test('a wrong password is named', async () => {
    const body = { signInUrl: signInUrl(), username: 'a@b.example', password: 'wrong' }
    expect(await problemOf(app.current.client().stacks.signInWithPassword({ body }))).toMatchObject({
      type: 'sfdcCredentialsInvalid',
      detail: expect.stringContaining('security token is wrong'),
    })
  })

  test.each([
    'https://evil.example',
    'http://127.0.0.1:1',
    'https://login.salesforce.com.evil.example',
    'https://evil.example/#.salesforce.com',
    'https://user@login.salesforce.com@evil.example',
  ])('[W-260] %s is no sign-in address', async (url) => {
    const call = app.current.client().stacks.startDeviceCodeSignIn({ body: { signInUrl: url } })
    expect((await problemOf(call)).type).toBe('validationFailed')
  })
})

describe('onboarding', () => {
  test('[W-024] [W-212] [W-327] makes workspace, repository and stack and submits the initialization', async () => {
    const user = await app.current.signIn()
    const made = await onboard(user, await connect(user), 'Acme Lamps')
    expect(made).toMatchObject({
      workspace: { name: 'Acme Lamps', slug: 'acme-lamps' },
      stack: { name: 'Salesforce', slug: 'salesforce' },
      repositoryUserWasInvited: false,
      jobs: [
        { wasProvisioned: true, jobCommandName: 'InitializeStack' },
        { wasProvisioned: true, jobCommandName: 'Onboarding' },
      ],
    })
    expect(Object.keys(made).toSorted()).toEqual(['jobs', 'repositoryUserWasInvited', 'stack', 'workspace'])
    expect(made.stack?.gitRepositoryUrl).toMatch(/\/git\/acme-lamps\.git$/)
    const [initialization, setUp] = made.jobs
    expect(initialization?.id).toMatch(/^[\da-f-]{36}$/)
    const rows = await app.current.ctx.database.asSystem((tx) =>
      tx
        .select()
        .from(jobDependency)
        .where(eq(jobDependency.jobId, setUp?.id ?? '')),
    )
    expect(rows).toMatchObject([{ dependsOnJobId: initialization?.id }])
    const folders = await readdir(app.current.ctx.folders.repositories)
    expect(folders.filter((name) => name.endsWith('.git')).length).toBeGreaterThan(0)
  })

  test('the set-up makes a nightly flow in of all environments that ends at a conflict', async () => {
    const user = await app.current.signIn()
    await onboard(user, await connect(user), 'Nights')
    const schedules = await app.current.ctx.database.asSystem((tx) =>
      tx.select().from(schedule).where(eq(schedule.createdByUserId, user.userId)),
    )
    expect(schedules).toMatchObject([
      {
        name: 'Nightly flow in',
        jobCommandName: 'FlowIn',
        jobTemplate: { environmentFilter: { include: { all: true } }, mergeConflictsStrategy: 'Abort' },
        recurrence: '0 2 * * *',
        isEnabled: true,
        runAsUserId: user.userId,
      },
    ])
    expect(schedules[0]?.nextOccurrenceUtc?.getTime()).toBeGreaterThan(Date.now())
  })

  test('the choice of sandboxes reaches the job that ends the set-up', async () => {
    const user = await app.current.signIn()
    const made = await user.client.onboarding.start({
      body: {
        companyName: 'Boxes',
        sfdcEncryptedToken: await connect(user),
        createSandboxEnvironments: true,
      },
    })
    const [setUp] = await app.current.ctx.database.asSystem((tx) =>
      tx
        .select()
        .from(job)
        .where(eq(job.id, made.jobs[1]?.id ?? '')),
    )
    expect(setUp?.commandInput).toMatchObject({ createSandboxEnvironments: true })
  })

  test('numbers the name of a company that has a workspace already', async () => {
    const [one, two] = [await app.current.signIn(), await app.current.signIn()]
    await onboard(one, await connect(one), 'Twice')
    expect((await onboard(two, await connect(two), 'Twice')).workspace).toEqual({
      name: 'Twice 2',
      slug: 'twice-2',
    })
  })

  test('a token is good once', async () => {
    const user = await app.current.signIn()
    const token = await connect(user)
    await onboard(user, token, 'Once')
    expect((await problemOf(onboard(user, token, 'Again'))).type).toBe('sfdcCredentialsInvalid')
    expect((await user.client.workspaces.list()).map(({ name }) => name)).toEqual(['Once'])
  })

  test('a changed token opens nothing', async () => {
    const user = await app.current.signIn()
    const token = await connect(user)
    const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    expect((await problemOf(onboard(user, changed))).type).toBe('sfdcCredentialsInvalid')
  })

  test('a sandbox is refused', async () => {
    await app.practice.addSandbox('Sandbox of tests')
    const user = await app.current.signIn()
    const token = await connect(user, 'Sandbox of tests')
    expect((await problemOf(onboard(user, token))).type).toBe('sfdcCredentialsOrgTypeIncorrect')
  })
})

const workspaceOf = async (user: SignedIn, name: string) => {
  const contact = { companyName: 'Acme', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+1 555 01' }
  return user.client.workspaces.create({ body: { name, ...contact } })
}

describe('a stack', () => {
  const newStack = { name: 'Main', gitRepositoryIsManaged: true }
  test('[S-223] [S-226] keeps its tokens sealed', async () => {
    const user = await app.current.signIn()
    const { id: workspaceId } = await workspaceOf(user, 'Sealed')
    const body = { ...newStack, sfdcEncryptedToken: await connect(user) }
    const { id } = await user.client.stacks.create({ params: { workspaceId }, body })
    const row = await app.current.ctx.database.asSystem(async (tx) => findStack(tx, workspaceId, id))
    expect(row?.sfdcTokenSealed).toMatch(/^v1:/)
    const { encryptionKey } = await user.client.stacks.getEncryptionKey({
      params: { workspaceId, stackId: id },
    })
    expect(encryptionKey).toMatch(/^[0-9a-f]{64}$/)
  })

  test('[S-188] needs a name that no other stack of its workspace has, in any case', async () => {
    const user = await app.current.signIn()
    const { id: workspaceId } = await workspaceOf(user, 'Names')
    const { id: otherWorkspaceId } = await workspaceOf(user, 'Other names')
    const make = async (name: string, into = workspaceId) =>
      user.client.stacks.create({
        params: { workspaceId: into },
        body: { ...newStack, name, sfdcEncryptedToken: await connect(user) },
      })
    const rename = async (stackId: string, name: string) =>
      user.client.stacks.update({ params: { workspaceId, stackId }, body: { name } })
    const missing = [{ property: 'name', description: 'Stack name is required' }]
    const taken = [{ property: 'name', description: 'There is already another stack with this name' }]
    await make('Main')
    const { id } = await make('Second')
    expect((await problemOf(make('  '))).validationErrors).toMatchObject(missing)
    expect((await problemOf(make('MAIN'))).validationErrors).toMatchObject(taken)
    expect((await problemOf(rename(id, ''))).validationErrors).toMatchObject(missing)
    expect((await problemOf(rename(id, 'mAIN'))).validationErrors).toMatchObject(taken)
    await rename(id, 'SECOND')
    await make('Main', otherWorkspaceId)
  })

  test('a custom repository needs address, user and password', async () => {
    const user = await app.current.signIn()
    const { id: workspaceId } = await workspaceOf(user, 'Custom')
    const body = { name: 'Main', gitRepositoryIsManaged: false }
    const problem = await problemOf(user.client.stacks.create({ params: { workspaceId }, body }))
    expect(problem.validationErrors?.map(({ description }) => description)).toEqual([
      'Repository URL must be a valid URL',
      'Username is required',
      'Password or token is required',
    ])
  })

  test('[S-149] [S-229] lists the branches of its managed repository', async () => {
    const user = await app.current.signIn()
    const { id: workspaceId } = await workspaceOf(user, 'Branches')
    const body = { ...newStack, sfdcEncryptedToken: await connect(user) }
    const { id: stackId } = await user.client.stacks.create({ params: { workspaceId }, body })
    const [params, stacks] = [{ workspaceId, stackId }, user.client.stacks]
    const list = async () => stacks.listBranches({ params })
    const layout = async () => stacks.getLayout({ params, query: { branch: 'new' } })
    expect([await list(), (await layout()).summary]).toEqual([[], 'The repository is empty'])
    const row = await app.current.ctx.database.asSystem((tx) => findManagedRepository(tx, stackId))
    const repository = join(app.current.ctx.folders.repositories, row?.folder ?? '')
    const tree = await git(repository, 'hash-object', '-t', 'tree', '-w', '/dev/null')
    const commit = await git(repository, 'commit-tree', '-m', 'First', tree)
    for (const ref of ['heads/main', 'heads/env/qa', 'tags/v1', 'sluice/kept'])
      await git(repository, 'update-ref', `refs/${ref}`, commit)
    expect((await list()).toSorted((a, b) => b.name.localeCompare(a.name))).toEqual(
      ['main', 'env/qa'].map((shortName) => ({
        id: `${stackId}:refs/heads/${shortName}`,
        stackId,
        name: `refs/heads/${shortName}`,
        shortName,
        targetIdentifier: commit,
        directTargetIdentifier: commit,
        isBranch: true,
        isRemoteTrackingBranch: false,
        isTag: false,
        isNote: false,
      })),
    )
    expect(await layout()).toMatchObject({ branch: 'main', layout: null, summary: 'Found no metadata' })
  })

  test('[S-225] [W-314] [W-278] is deleted with its workspace only after itself', async () => {
    const user = await app.current.signIn()
    const { id: workspaceId } = await workspaceOf(user, 'Deleting')
    const body = { ...newStack, sfdcEncryptedToken: await connect(user) }
    const { id: stackId } = await user.client.stacks.create({ params: { workspaceId }, body })
    expect((await problemOf(user.client.workspaces.delete({ params: { workspaceId } }))).type).toBe(
      'nonEmptyWorkspaceNotDeletable',
    )
    await user.client.stacks.delete({ params: { workspaceId, stackId } })
    await user.client.workspaces.delete({ params: { workspaceId } })
    expect(await user.client.workspaces.list()).toEqual([])
  })
})
