import { expect, test } from 'vitest'
import { countRequests } from '../api/testing/count-requests.ts'
import { type FlowStack, flowWorld } from '../commands/testing/flow-world.ts'
import { initializedStack } from '../commands/testing/initialized-stack.ts'
import { askAndLook, linesOf, lookAtBranch, lookIfDue } from '../commands/testing/look.ts'
import { environmentOf, flowInAll, flowOutAll } from '../commands/testing/run-job.ts'
import { alpha, apexClass, beta, car } from '../commands/testing/sample-metadata.ts'
import { turnIntoSandbox } from '../commands/testing/turn-into-sandbox.ts'

const world = flowWorld()
const gamma = apexClass('Gamma')

const initialized = () =>
  initializedStack(world, [alpha.edit(), beta.edit(), car.edit({ Color__c: 20, Doors__c: 2 })])

const lines = async (flow: FlowStack) => linesOf(await askAndLook(world.ctx, flow))
const userOf = ({ org }: FlowStack, index = 0) => org.users[index]?.name ?? ''
const newClass = (name: string) => {
  const made = apexClass(name)
  return { [made.file]: made.body('// new'), [`${made.file}-meta.xml`]: made.meta }
}

test('what was pushed waits for the org, with its author, and costs the org no call', async () => {
  const { flow, clone } = await initialized()
  await clone.push({ [alpha.file]: alpha.body('// pushed'), ...newClass('Gamma') })
  await clone.push({ [beta.file]: null, [`${beta.file}-meta.xml`]: null })
  const requests = countRequests((path) => path.startsWith('/services'))
  const found = await lookAtBranch(world.ctx, flow)
  expect(requests.count).toBe(0)
  const author = await clone.git('log', '-1', '--format=%an')
  expect(linesOf(found)).toEqual([
    `ApexClass Alpha: Modified by ${author} | -`,
    `ApexClass Beta: Deleted by ${author} | -`,
    `ApexClass Gamma: Added by ${author} | -`,
  ])
  const head = await clone.git('rev-parse', 'HEAD')
  expect(found.row).toMatchObject({
    toDeploy: 3,
    commitsAhead: 2,
    headCommitHash: head,
    branchState: 'ready',
  })
  expect(found.row.commits.map(({ subject }) => subject)).toEqual([
    'Work of a developer',
    'Work of a developer',
  ])
})

test('what changed in the org is named with who changed it and when, until a flow in brings it', async () => {
  const { flow } = await initialized()
  expect(await lines(flow)).toEqual([])
  await flow.org.edit(alpha.edit('// edited in Setup', 1))
  await flow.org.edit(gamma.edit('// new', 1))
  await flow.org.edit({ type: 'ApexClass', fullName: 'Beta', delete: true })
  await flow.org.edit(car.edit({ Color__c: 30, Doors__c: 2 }, 1))
  const found = await askAndLook(world.ctx, flow)
  const who = userOf(flow, 1)
  expect(linesOf(found)).toEqual([
    `ApexClass Alpha: - | Modified by ${who}`,
    `ApexClass Beta: - | Deleted by ${userOf(flow)}`,
    `ApexClass Gamma: - | Added by ${who}`,
    `CustomField Car__c.Color__c: - | Modified by ${who}`,
  ])
  expect(found.components[0]?.inbound?.changedUtc).toMatch(/^\d{4}-/)
  expect(found.row).toMatchObject({ changedInOrg: 4, toDeploy: 0, orgMethod: 'list', orgState: 'ready' })
  expect((await flowInAll(world.ctx, flow, { acceptDeletions: true })).job.error).toBeNull()
  const after = await lookAtBranch(world.ctx, flow)
  expect(linesOf(after)).toEqual([])
  expect(await lookIfDue(world.ctx, flow)).toBe(true)
  expect(await lines(flow)).toEqual([])
})

test('a component that is created in the org before a look and deleted after it is no longer listed', async () => {
  const { flow } = await initialized()
  await flow.org.edit(gamma.edit('// new', 1))
  await flow.org.edit(car.edit({ Color__c: 20, Doors__c: 2, Wheels__c: 4 }, 1))
  const who = userOf(flow, 1)
  const made = await askAndLook(world.ctx, flow)
  expect(linesOf(made)).toEqual([
    `ApexClass Gamma: - | Added by ${who}`,
    `CustomField Car__c.Wheels__c: - | Added by ${who}`,
  ])
  expect(made.row.orgMethod).toBe('list')
  await flow.org.edit({ type: 'ApexClass', fullName: 'Gamma', delete: true })
  await flow.org.edit({ type: 'CustomField', fullName: 'Car__c.Wheels__c', delete: true })
  expect(await lines(flow)).toEqual([])
})

test('a trial merge says whether changes of both sides conflict; the same change on both is none', async () => {
  const { flow, clone } = await initialized()
  const change = alpha.body('// the same')
  await flow.org.edit(alpha.edit('// the same'))
  await flow.org.edit(beta.edit('// of the org'))
  await flow.org.edit(car.edit({ Color__c: 30, Doors__c: 2 }))
  await clone.push({
    [alpha.file]: change,
    [beta.file]: beta.body('// of the branch'),
    [car.file]: car.text({ Color__c: 20, Doors__c: 4 }, 'A car'),
  })
  const found = await askAndLook(world.ctx, flow)
  const author = await clone.git('log', '-1', '--format=%an')
  const who = userOf(flow)
  expect(linesOf(found)).toEqual([
    `ApexClass Beta: Modified by ${author} | Modified by ${who}, conflict`,
    `CustomField Car__c.Color__c: - | Modified by ${who}`,
    `CustomField Car__c.Doors__c: Modified by ${author} | -`,
    `CustomObject Car__c: Modified by ${author} | -`,
  ])
  expect(found.row).toMatchObject({ toDeploy: 3, changedInOrg: 2, onBothSides: 1, conflicts: 1 })
  await flow.org.edit(beta.edit('// first'))
  await clone.push({ [car.file]: car.text({ Color__c: 30, Doors__c: 4 }) })
  expect(await lines(flow)).toEqual([
    `ApexClass Beta: Modified by ${author} | -`,
    `CustomField Car__c.Doors__c: Modified by ${author} | -`,
  ])
})

test('a flow out leaves nothing to deploy but what it left out', async () => {
  const { flow, clone } = await initialized()
  await clone.push({ [alpha.file]: alpha.body('// pushed'), ...newClass('Gamma') })
  await clone.push({ [beta.file]: 'public class Beta { this does not compile' })
  const { job } = await flowOutAll(world.ctx, flow)
  expect(job.outcome).toBe('Succeeded')
  const found = await askAndLook(world.ctx, flow)
  expect(found.components).toMatchObject([
    { componentName: 'Beta', outbound: { changeType: 'Modified', wasLeftOut: true }, inbound: null },
  ])
  expect(found.row).toMatchObject({ toDeploy: 1, changedInOrg: 0, commitsAhead: 0 })
})

test('the change log of a sandbox tells what changed with two calls, and retrieves only that', async () => {
  const { flow } = await initialized()
  await turnIntoSandbox(world.ctx, flow)
  expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
  expect((await environmentOf(world.ctx, flow))?.latestKnownParityRevisionNumber).not.toBeNull()
  await lines(flow)
  const quiet = countRequests((path) => path.startsWith('/services'))
  await lines(flow)
  expect(quiet.count).toBe(1)
  await flow.org.edit(alpha.edit('// edited', 1))
  await flow.org.edit(car.edit({ Color__c: 20, Doors__c: 2, Wheels__c: 4 }, 1))
  await flow.org.edit({ user: 1, type: 'ApexClass', fullName: 'Beta', delete: true })
  const found = await askAndLook(world.ctx, flow)
  const who = userOf(flow, 1)
  expect(linesOf(found)).toEqual([
    `ApexClass Alpha: - | Modified by ${who}`,
    `ApexClass Beta: - | Deleted by ${who}`,
    `CustomField Car__c.Wheels__c: - | Added by ${who}`,
  ])
  expect(found.row.orgMethod).toBe('changeLog')
})

test('a look at a sandbox after a flow no longer lists changes that an earlier look stored and the flow replaced', async () => {
  const { flow, clone } = await initialized()
  await turnIntoSandbox(world.ctx, flow)
  expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
  await flow.org.edit(alpha.edit('// edited', 1))
  await flow.org.edit(car.edit({ Color__c: 30, Doors__c: 2 }, 1))
  const who = userOf(flow, 1)
  expect(await lines(flow)).toEqual([
    `ApexClass Alpha: - | Modified by ${who}`,
    `CustomField Car__c.Color__c: - | Modified by ${who}`,
  ])
  await flow.org.edit(alpha.edit('// edited again', 1))
  expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
  await clone.git('pull', '--quiet', '--rebase')
  await clone.push({ [car.file]: car.text({ Color__c: 30 }) })
  expect((await flowOutAll(world.ctx, flow)).job.outcome).toBe('Succeeded')
  expect(await lines(flow)).toEqual([])
})
