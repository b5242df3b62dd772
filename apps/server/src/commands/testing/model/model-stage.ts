import { eq } from 'drizzle-orm'
import { environment } from '../../../platform/database/schema/environments.ts'
import type { FlowWorld } from '../flow-world.ts'
import { type InitializedStack, initializedStack } from '../initialized-stack.ts'
import { addSandbox } from '../merge-stack.ts'
import type { TestOrg } from '../test-org.ts'
import { environmentOf } from '../run-job.ts'
import type { PredictedEnvironment } from './predicted-flows.ts'
import { type Values, trackedNames, valueOf } from './tracked-values.ts'
import { filesFor, firstEdits } from './values-in-place.ts'

/** One of the four environments: the real one, and what has to be in it. */
export interface ModelEnvironment {
  readonly id: string
  readonly name: string
  readonly branch: string
  readonly org: TestOrg
  predicted: PredictedEnvironment
}

export interface ModelStage {
  readonly world: FlowWorld
  readonly stack: InitializedStack
  /** Production and three sandboxes. */
  readonly environments: readonly ModelEnvironment[]
  /** The number of a value that nothing has had before. */
  readonly newNumber: () => number
  /** Runs once at the next point that a job passes of this name. */
  at: { readonly point: string; readonly act: () => Promise<void> } | null
}

export interface NewValue {
  readonly name: string
  /** Null deletes. */
  readonly value: string | null
}

const firstNumber = 20

export async function openModelStage(world: FlowWorld): Promise<ModelStage> {
  const first: Values = new Map(trackedNames.map((name) => [name, valueOf(name, firstNumber)]))
  const edits = firstEdits(first)
  const stack = await initializedStack(world, edits)
  const production = await environmentOf(world.ctx, stack.flow)
  if (production === null) throw new Error('The stack has no environment.')
  const predicted = { org: first, branch: first, known: first, leftOut: new Set<string>(), snapshots: 0 }
  const environments: ModelEnvironment[] = [
    {
      id: production.id,
      name: production.name,
      branch: production.gitBranchName,
      org: stack.flow.org,
      predicted: { ...predicted, snapshots: production.lastSnapshotNumber },
    },
  ]
  for (const name of ['dev', 'qa', 'uat']) {
    const sandbox = await addSandbox(world, stack, { name, edits })
    environments.push({ ...sandbox, predicted })
  }
  let number = firstNumber
  return { world, stack, environments, newNumber: () => (number += 1), at: null }
}

/** A developer gives one component of a branch a value, or deletes it. */
export async function pushChange(
  { stack: { clone } }: ModelStage,
  { branch, predicted }: Pick<ModelEnvironment, 'branch' | 'predicted'>,
  { name, value }: NewValue,
): Promise<void> {
  await clone.git('fetch', '--quiet')
  await clone.git('checkout', '--quiet', '-f', '-B', 'work', `origin/${branch}`)
  await clone.commit(filesFor(predicted.branch, name, value))
  await clone.git('push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`)
}

export async function storedOf({ world: { ctx } }: ModelStage, { id }: Pick<ModelEnvironment, 'id'>) {
  const [row] = await ctx.database.asSystem((tx) =>
    tx.select().from(environment).where(eq(environment.id, id)),
  )
  if (row === undefined) throw new Error('The environment is gone.')
  return row
}
