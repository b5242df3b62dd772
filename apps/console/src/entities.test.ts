import { describe, expect, test } from 'vitest'
import { applyPush, Entities } from './entities.ts'
import {
  id,
  sampleEnvironment,
  sampleInvitation,
  sampleJob,
  sampleMember,
  sampleStack,
  sampleWorkspace,
} from './testing/samples.ts'

const names = (rows: ReadonlyMap<string, unknown>) => [...rows.keys()]

test('a pushed job replaces the local one', () => {
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

test('[W-349] invitations missing from a pushed workspace are removed', () => {
  const local = new Entities()
  const both = [sampleInvitation(), sampleInvitation({ id: id(61) })]
  applyPush({ type: 'pushWorkspace', workspace: sampleWorkspace({ invitations: both }) }, local)
  applyPush({ type: 'pushWorkspace', workspace: sampleWorkspace({ invitations: both.slice(1) }) }, local)
  expect(names(local.invitations.rows)).toEqual([id(61)])
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

test('the undeployed components of an environment go with it', () => {
  const local = new Entities()
  const sets = [30, 31].map((number) => ({
    environmentId: id(number),
    revisionId: null,
    totalCount: 0,
    withErrorsCount: 0,
  }))
  applyPush({ type: 'pushComponentDeploymentFailures', sets }, local)
  applyPush(
    { type: 'deleteEntities', entities: [{ entityTypeName: 'Environment', entityId: id(30) }] },
    local,
  )
  expect(names(local.undeployedSets.rows)).toEqual([id(31)])
})

describe('a state that is sent anew', () => {
  const jobs = [sampleJob({ id: id(70) }), sampleJob({ id: id(71) })]

  test('removes what was deleted meanwhile, and only when it is complete', () => {
    const local = new Entities()
    applyPush({ type: 'pushJobs', jobs }, local)
    local.beginState()
    applyPush({ type: 'pushJobs', jobs: jobs.slice(1) }, local)
    const before = names(local.jobs.rows)
    applyPush({ type: 'stateIsComplete' }, local)
    expect([before, names(local.jobs.rows)]).toEqual([[id(70), id(71)], [id(71)]])
  })

  test('that breaks off removes nothing', () => {
    const local = new Entities()
    applyPush({ type: 'pushJobs', jobs }, local)
    local.beginState()
    applyPush({ type: 'pushJobs', jobs: jobs.slice(1) }, local)
    local.beginState()
    applyPush({ type: 'pushJobs', jobs: jobs.slice(0, 1) }, local)
    applyPush({ type: 'stateIsComplete' }, local)
    expect(names(local.jobs.rows)).toEqual([id(70)])
  })

  test('leaves later changes alone', () => {
    const local = new Entities()
    local.beginState()
    applyPush({ type: 'pushJobs', jobs }, local)
    applyPush({ type: 'stateIsComplete' }, local)
    applyPush({ type: 'pushJobs', jobs: [sampleJob({ id: id(72) })] }, local)
    applyPush({ type: 'stateIsComplete' }, local)
    expect(local.jobs.rows.size).toBe(3)
  })
})
