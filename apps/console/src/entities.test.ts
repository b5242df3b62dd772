import { expect, test } from 'vitest'
import { applyPush, Entities } from './entities.ts'
import {
  id,
  sampleEnvironment,
  sampleJob,
  sampleMember,
  sampleStack,
  sampleWorkspace,
} from './testing/samples.ts'

const names = (rows: ReadonlyMap<string, unknown>) => [...rows.keys()]

test('[W-348] a pushed entity replaces the local one', () => {
  const local = new Entities()
  applyPush({ type: 'pushJobs', jobs: [sampleJob()] }, local)
  applyPush({ type: 'pushJobs', jobs: [sampleJob({ status: 'Ended', outcome: 'Succeeded' })] }, local)
  expect(local.jobs.get(id(70))?.outcome).toBe('Succeeded')
})

test('[W-349] environments missing from a pushed stack are removed, those of other stacks stay', () => {
  const local = new Entities()
  const [one, two, foreign] = [30, 31, 32].map((number) => sampleEnvironment({ id: id(number) }))
  applyPush(
    { type: 'pushStacks', stacks: [sampleStack({ environments: [one, two].flatMap((e) => e ?? []) })] },
    local,
  )
  const other = { ...sampleEnvironment(foreign), stackId: id(3) }
  applyPush({ type: 'pushStacks', stacks: [sampleStack({ id: id(3), environments: [other] })] }, local)
  applyPush({ type: 'pushStacks', stacks: [sampleStack({ environments: [sampleEnvironment()] })] }, local)
  expect(names(local.environments.rows).toSorted()).toEqual([id(30), id(32)])
})

test('[W-349] members missing from a pushed workspace are removed', () => {
  const local = new Entities()
  const both = [sampleMember(), sampleMember({ id: id(51) })]
  applyPush({ type: 'pushWorkspace', workspace: sampleWorkspace({ members: both }) }, local)
  applyPush({ type: 'pushWorkspace', workspace: sampleWorkspace({ members: [sampleMember()] }) }, local)
  expect(names(local.members.rows)).toEqual([id(50)])
})

test('[W-346] deleteEntities removes what it names, and with a stack all that is in it', () => {
  const local = new Entities()
  applyPush({ type: 'pushStacks', stacks: [sampleStack({ environments: [sampleEnvironment()] })] }, local)
  applyPush({ type: 'pushJobs', jobs: [sampleJob()] }, local)
  applyPush({ type: 'deleteEntities', entities: [{ entityTypeName: 'Stack', entityId: id(2) }] }, local)
  expect([local.stacks, local.environments, local.jobs].map((table) => table.rows.size)).toEqual([0, 0, 0])
})

test('[W-247] clearing leaves nothing behind', () => {
  const local = new Entities()
  applyPush({ type: 'pushJobs', jobs: [sampleJob()] }, local)
  applyPush({ type: 'stateIsComplete' }, local)
  local.clear()
  expect([local.jobs.rows.size, local.readiness.rows.size]).toEqual([0, 0])
})
