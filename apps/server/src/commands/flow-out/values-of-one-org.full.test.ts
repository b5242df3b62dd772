import { describe, expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { makePortable } from '../testing/make-portable.ts'
import { flowInAll, flowOutAll, initialize } from '../testing/run-job.ts'
import { connectedApp } from '../testing/sample-connected-app.ts'
import { alpha } from '../testing/sample-metadata.ts'
import { type WorkingCopy, cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const portal = connectedApp('Portal')
const fresh = connectedApp('Fresh')
const includeSpecs = ['ApexClass', 'AuthProvider', 'ConnectedApp']
  .map((type) => `unpackaged/~/${type}`)
  .join('\n')

/** An org whose portal has a key of its own, and a branch that equals it. */
async function orgWithKey(key: string, isPortable = false): Promise<{ flow: FlowStack; clone: WorkingCopy }> {
  const flow = await world.connect()
  if (isPortable) await makePortable(world.ctx, flow)
  for (const edit of [alpha.edit(), portal.edit(key)]) await flow.org.edit(edit)
  const { job } = await initialize(world.ctx, flow, { includeSpecs })
  expect(job.error).toBeNull()
  return { flow, clone: await cloneOf(world.folder, flow) }
}

const inOrg = async ({ org }: FlowStack, app: typeof portal) =>
  (await org.text('ConnectedApp', app.name))?.[app.path] ?? ''
const keyIn = (text: string) => /<consumerKey>(.*)<\/consumerKey>/.exec(text)?.[1] ?? null
/** From now on the org takes no consumer key of another org, as real orgs do; people in its setup cannot choose one either. */
const refuseKeys = ({ org }: FlowStack) =>
  org.admin('PATCH', `orgs/${org.id}`, { facts: { refusesConsumerKeys: true } })
const historyOf = (clone: WorkingCopy) => clone.git('log', '-p', '--all', '--', portal.file, fresh.file)

async function changesOfFlowIn(flow: FlowStack, given: Record<string, unknown> = {}): Promise<unknown> {
  const { job, output } = await flowInAll(world.ctx, flow, given)
  expect(job.error).toBeNull()
  return output.retrieveResult?.changes.map(({ componentName, changeType }) => [componentName, changeType])
}

describe('a connected app of two orgs', () => {
  test('its key is no change of an org; it is stored when something else of the app changed', async () => {
    const { flow, clone } = await orgWithKey('KEY.OF.ONE')
    expect(keyIn(await clone.read(portal.file))).toBe('KEY.OF.ONE')
    await flow.org.edit(portal.edit('KEY.AFTER.ROTATION'))
    expect(await changesOfFlowIn(flow)).toEqual([])
    expect(await changesOfFlowIn(flow)).toEqual([])
    await flow.org.edit(portal.edit('KEY.AFTER.ROTATION', 'New label'))
    expect(await changesOfFlowIn(flow)).toEqual([['Portal', 'Modified']])
    await clone.pull()
    expect(await clone.read(portal.file)).toBe(portal.text('KEY.AFTER.ROTATION', 'New label'))
  })

  test('a flow out keeps the key of its target, and a created app gets one of its own', async () => {
    const one = await orgWithKey('KEY.OF.ONE')
    await one.flow.org.edit(portal.edit('KEY.OF.ONE', 'New label'))
    await changesOfFlowIn(one.flow)
    await one.clone.pull()
    const two = await orgWithKey('KEY.OF.TWO')
    await two.clone.push({
      [portal.file]: await one.clone.read(portal.file),
      [fresh.file]: fresh.text('KEY.OF.ONE'),
    })
    await refuseKeys(two.flow)
    const { job, output } = await flowOutAll(world.ctx, two.flow)
    expect([job.outcome, output.failures]).toEqual(['Succeeded', []])
    expect(await inOrg(two.flow, portal)).toBe(portal.text('KEY.OF.TWO', 'New label'))
    expect(keyIn(await inOrg(two.flow, fresh))).toMatch(/^3MVG9/)
    expect(await changesOfFlowIn(two.flow)).toEqual([])
    expect(keyIn(await inOrg(one.flow, portal))).toBe('KEY.OF.ONE')
  })

  test.each(['Auto', 'Org'])('a key alone is nothing to deploy in diff mode %s', async (diffMode) => {
    const { flow, clone } = await orgWithKey('KEY.OF.TWO')
    await clone.push({ [portal.file]: portal.text('KEY.OF.ONE') })
    const { job, output } = await flowOutAll(world.ctx, flow, { diffMode, acceptDeletions: true })
    expect([job.outcome, output.successes]).toEqual(['Succeeded', []])
    expect(await flow.org.deployments()).toEqual([])
  })

  test('two keys are no conflict where org and branch both changed', async () => {
    const { flow, clone } = await orgWithKey('KEY.OF.ONE')
    await flow.org.edit(portal.edit('KEY.AFTER.ROTATION', 'New label'))
    await clone.push({ [portal.file]: portal.text('KEY.OF.OTHER').replace('<scopes>Api', '<scopes>Web') })
    expect(await changesOfFlowIn(flow)).toEqual([['Portal', 'Modified']])
    await clone.pull()
    expect(await clone.read(portal.file)).toBe(
      portal.text('KEY.OF.OTHER', 'New label').replace('<scopes>Api', '<scopes>Web'),
    )
  })
})

describe('in a portable stack', () => {
  test('no commit holds the key, and a flow out keeps that of its target', async () => {
    const { flow, clone } = await orgWithKey('KEY.OF.ONE', true)
    expect(await clone.read(portal.file)).toBe(portal.text(null))
    await flow.org.edit(portal.edit('KEY.OF.ONE', 'New label'))
    expect(await changesOfFlowIn(flow)).toEqual([['Portal', 'Modified']])
    expect(await changesOfFlowIn(flow)).toEqual([])
    await clone.pull()
    await clone.push({ [portal.file]: portal.text(null, 'Label in Git'), [fresh.file]: fresh.text(null) })
    await refuseKeys(flow)
    const { job, output } = await flowOutAll(world.ctx, flow)
    expect([job.outcome, output.failures]).toEqual(['Succeeded', []])
    expect(await inOrg(flow, portal)).toBe(portal.text('KEY.OF.ONE', 'Label in Git'))
    expect(await changesOfFlowIn(flow)).toEqual([])
    await clone.pull()
    expect(await historyOf(clone)).not.toContain('<consumerKey>')
  })

  test('a key that Git holds from before leaves it with the next flow in', async () => {
    const { flow, clone } = await orgWithKey('KEY.OF.ONE')
    await makePortable(world.ctx, flow)
    expect(await changesOfFlowIn(flow)).toEqual([['Portal', 'Modified']])
    expect(await changesOfFlowIn(flow)).toEqual([])
    await clone.pull()
    expect(await clone.read(portal.file)).toBe(portal.text(null))
  })
})

const path = 'authproviders/Login.authprovider'
const provider = (name: string, key: string, secret: string) => `<?xml version="1.0" encoding="UTF-8"?>
<AuthProvider xmlns="http://soap.sforce.com/2006/04/metadata">
    <consumerKey>${key}</consumerKey>
    <consumerSecret>${secret}</consumerSecret>
    <friendlyName>${name}</friendlyName>
    <providerType>Google</providerType>
</AuthProvider>
`

test('the placeholder of a secret is never deployed over the secret of the target', async () => {
  const flow = await world.connect()
  await flow.org.admin('PATCH', `orgs/${flow.org.id}`, { facts: { placeholderReplacesSecret: true } })
  await flow.org.edit(alpha.edit())
  await flow.org.edit({
    type: 'AuthProvider',
    fullName: 'Login',
    files: { [path]: provider('Login', 'own', 'truth') },
  })
  await initialize(world.ctx, flow, { includeSpecs })
  const clone = await cloneOf(world.folder, flow)
  await clone.push({ [`src/unpackaged/${path}`]: provider('New name', 'other', 'Placeholder_Value') })
  const { job } = await flowOutAll(world.ctx, flow)
  expect(job.outcome).toBe('Succeeded')
  expect((await flow.org.text('AuthProvider', 'Login'))?.[path]).toBe(provider('New name', 'own', 'truth'))
})
