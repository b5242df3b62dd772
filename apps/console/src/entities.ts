import type { ApexTestRun } from '@sluice/contract/apex-test-run'
import type { Conflict } from '@sluice/contract/conflict'
import type { EnvironmentDifference } from '@sluice/contract/difference'
import type { Environment } from '@sluice/contract/environment'
import type { EnvironmentSnapshot } from '@sluice/contract/environment-snapshot'
import type { Inquiry } from '@sluice/contract/inquiry'
import type { Invitation } from '@sluice/contract/invitation'
import type { JobWithNotices } from '@sluice/contract/job'
import type { Member } from '@sluice/contract/member'
import type { EntityTypeName, PushMessage } from '@sluice/contract/push'
import type { Schedule } from '@sluice/contract/schedule'
import { stack as stackSchema, type Stack } from '@sluice/contract/stack'
import type { UndeployedComponentSet } from '@sluice/contract/undeployed-component'
import type { Workspace } from '@sluice/contract/workspace'
import { type Entity, EntityTable } from './platform/entities/entity-table.ts'

/** How many components of one environment are undeployed; the environment's id is its id. */
export type UndeployedSet = UndeployedComponentSet & Entity

/** The difference of one environment; the environment's id is its id. */
export type Difference = EnvironmentDifference & Entity

/** Everything that the server pushes for the open workspace. The only place that knows all of it. */
export class Entities {
  readonly workspaces = new EntityTable<Workspace>()
  readonly members = new EntityTable<Member>()
  readonly invitations = new EntityTable<Invitation>()
  readonly stacks = new EntityTable<Stack>()
  readonly environments = new EntityTable<Environment>()
  readonly environmentSnapshots = new EntityTable<EnvironmentSnapshot>()
  readonly undeployedSets = new EntityTable<UndeployedSet>()
  readonly differences = new EntityTable<Difference>()
  readonly jobs = new EntityTable<JobWithNotices>()
  readonly inquiries = new EntityTable<Inquiry>()
  readonly conflicts = new EntityTable<Conflict>()
  readonly apexTestRuns = new EntityTable<ApexTestRun>()
  readonly schedules = new EntityTable<Schedule>()
  /** One row, "state", once the full state after connecting is here. */
  readonly readiness = new EntityTable<Entity>()

  clear(): void {
    for (const table of this.#tables()) table.clear()
  }

  /** The server sends its whole state. What the state does not hold when it is complete was deleted meanwhile. */
  beginState(): void {
    for (const table of this.#tables()) table.beginReplacement()
  }

  completeState(): void {
    this.readiness.apply([{ id: 'state' }])
    for (const table of this.#tables()) table.endReplacement()
  }

  #tables(): EntityTable<Entity>[] {
    return Object.values(this).filter((value) => value instanceof EntityTable)
  }
}

export const entities = new Entities()

type Handlers = {
  [T in PushMessage['type']]: (message: Extract<PushMessage, { type: T }>, to: Entities) => void
}

const handlers: Handlers = {
  pushWorkspace: ({ workspace: { members, invitations, ...workspace } }, to) => {
    to.workspaces.apply([workspace])
    const isChild = (child: { workspaceId: string }) => child.workspaceId === workspace.id
    replaceChildren(to.members, members, isChild)
    replaceChildren(to.invitations, invitations, isChild)
  },
  pushStacks: ({ stacks }, to) => {
    to.stacks.apply(stacks.map((stack) => stackSchema.parse(stack)))
    const pushed = new Set(stacks.map((stack) => stack.id))
    const all = stacks.flatMap((stack) => stack.environments)
    replaceChildren(to.environments, all, (environment) => pushed.has(environment.stackId))
  },
  pushEnvironmentSnapshots: ({ environmentSnapshots }, to) =>
    to.environmentSnapshots.apply(environmentSnapshots),
  pushComponentDeploymentFailures: ({ sets }, to) =>
    to.undeployedSets.apply(sets.map((set) => ({ ...set, id: set.environmentId }))),
  pushDifferences: ({ differences }, to) =>
    to.differences.apply(differences.map((one) => ({ ...one, id: one.environmentId }))),
  pushApexTestRuns: ({ apexTestRuns }, to) => to.apexTestRuns.apply(apexTestRuns),
  pushSchedules: ({ schedules }, to) => to.schedules.apply(schedules),
  pushJobs: ({ jobs }, to) => to.jobs.apply(jobs),
  pushInquiries: ({ inquiries }, to) => to.inquiries.apply(inquiries),
  pushConflicts: ({ conflicts }, to) => to.conflicts.apply(conflicts),
  deleteEntities: (message, to) => {
    for (const { entityTypeName, entityId } of message.entities) remove(to, entityTypeName, entityId)
  },
  stateIsComplete: (_, to) => to.completeState(),
}

/** Changes the tables as one pushed message says. */
export function applyPush(message: PushMessage, to: Entities): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has one handler per type, by construction
  const handle = handlers[message.type] as (message: PushMessage, to: Entities) => void
  handle(message, to)
}

/** Children that a pushed parent no longer has are gone. */
function replaceChildren<T extends Entity>(
  table: EntityTable<T>,
  children: readonly T[],
  isChild: (row: T) => boolean,
) {
  const present = new Set(children.map((child) => child.id))
  const gone = [...table.rows.values()].filter((row) => isChild(row) && !present.has(row.id))
  table.apply(
    children,
    gone.map((row) => row.id),
  )
}

const tableOf = {
  Workspace: (e: Entities) => e.workspaces,
  Member: (e: Entities) => e.members,
  Invitation: (e: Entities) => e.invitations,
  Stack: (e: Entities) => e.stacks,
  Environment: (e: Entities) => e.environments,
  EnvironmentSnapshot: (e: Entities) => e.environmentSnapshots,
  Job: (e: Entities) => e.jobs,
  Inquiry: (e: Entities) => e.inquiries,
  Conflict: (e: Entities) => e.conflicts,
  ApexTestRun: (e: Entities) => e.apexTestRuns,
  Schedule: (e: Entities) => e.schedules,
} satisfies Record<EntityTypeName, (e: Entities) => { apply: (upserts: [], removed: string[]) => void }>

function remove(from: Entities, type: EntityTypeName, id: string): void {
  tableOf[type](from).apply([], [id])
  if (type === 'Environment') from.undeployedSets.apply([], [id])
  if (type === 'Environment') from.differences.apply([], [id])
  if (type !== 'Stack') return
  const isOfStack = (row: { stackId: string }) => row.stackId === id
  replaceChildren(from.environments, [], isOfStack)
  replaceChildren(from.differences, [], isOfStack)
  replaceChildren(from.jobs, [], isOfStack)
  replaceChildren(from.schedules, [], isOfStack)
}
