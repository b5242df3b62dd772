import { expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../../testing/flow-world.ts'
import { flowInAll, flowOutAll, initialize } from '../../testing/run-job.ts'
import { type WorkingCopy, cloneOf } from '../../testing/working-copy.ts'

const world = flowWorld()
const path = 'flows/Remind.flow'
const file = `src/unpackaged/${path}`

const remind = (label: string, status: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Flow xmlns="http://soap.sforce.com/2006/04/metadata">
    <label>${label}</label>
    <processType>AutoLaunchedFlow</processType>
    <status>${status}</status>
</Flow>
`
const edit = (flow: FlowStack, text: string) =>
  flow.org.edit({ type: 'Flow', fullName: 'Remind', files: { [path]: text } })
const inOrg = async (flow: FlowStack) => (await flow.org.text('Flow', 'Remind'))?.[path]

/** A production org with an active flow, as the branch has it. */
async function productionWithFlow(): Promise<{ flow: FlowStack; clone: WorkingCopy }> {
  const flow = await world.connect()
  await edit(flow, remind('First', 'Active'))
  await flow.org.admin('PATCH', `orgs/${flow.org.id}`, { facts: { keepsFlowVersions: true } })
  const { job } = await initialize(world.ctx, flow, { includeSpecs: 'unpackaged/~/Flow' })
  expect(job.error).toBeNull()
  return { flow, clone: await cloneOf(world.folder, flow) }
}

test('a flow that changed in its status only is not deployed, and the job says so', async () => {
  const { flow, clone } = await productionWithFlow()
  await clone.push({ [file]: remind('First', 'Obsolete') })
  const { job, output } = await flowOutAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(output.diffResult?.diffCounts.anyChanges).toBe(false)
  expect(job.notices).toMatchObject([
    { subject: 'FlowStatusNotDeployed', body: { flows: ['Remind'], count: 1 } },
  ])
  expect(await flow.org.deployments()).toEqual([])
})

test('an active flow stays inactive in production: the job says so, and the status does not come back', async () => {
  const { flow, clone } = await productionWithFlow()
  await clone.push({ [file]: remind('Second', 'Active') })
  const { job } = await flowOutAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(job.notices).toContainEqual(
    expect.objectContaining({ subject: 'FlowsStayInactive', body: { flows: ['Remind'], count: 1 } }),
  )
  expect(await inOrg(flow)).toBe(remind('Second', 'Draft'))
  const head = await clone.git('rev-parse', 'HEAD')
  expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
  await clone.pull()
  expect(await clone.git('rev-parse', 'HEAD')).toBe(head)
  await edit(flow, remind('Third', 'Draft'))
  expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
  await clone.pull()
  expect(await clone.read(file)).toBe(remind('Third', 'Draft'))
})

test('with the preference "deploy as active" nothing is said, and the flow is active', async () => {
  const { flow, clone } = await productionWithFlow()
  const settings =
    '<FlowSettings xmlns="http://soap.sforce.com/2006/04/metadata"><enableFlowDeployAsActiveEnabled>true</enableFlowDeployAsActiveEnabled></FlowSettings>'
  await flow.org.edit({ type: 'Settings', fullName: 'Flow', files: { 'settings/Flow.settings': settings } })
  await clone.push({ [file]: remind('Second', 'Active') })
  const { job } = await flowOutAll(world.ctx, flow)
  expect(job.error).toBeNull()
  expect(job.notices.map(({ subject }) => subject)).not.toContain('FlowsStayInactive')
  expect(await inOrg(flow)).toBe(remind('Second', 'Active'))
})

test('a deleted flow is switched off and goes with all its versions, in one attempt', async () => {
  const { flow, clone } = await productionWithFlow()
  await edit(flow, remind('Second', 'Draft'))
  await flowInAll(world.ctx, flow)
  await clone.pull()
  await clone.push({ [file]: null })
  const { job, output } = await flowOutAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(output.attempts).toHaveLength(1)
  expect(output.failures).toEqual([])
  expect(await flow.org.text('Flow', 'Remind')).toBeNull()
})
