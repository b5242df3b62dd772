import { expect } from 'vitest'
import { undeployedRows } from '../undeployed-rows.ts'
import type { FlowWorld } from '../flow-world.ts'
import { observedCommands } from '../crashing-commands.ts'
import { act, type Outcome } from './act.ts'
import type { Deed } from './deeds.ts'
import { type ModelEnvironment, type ModelStage, openModelStage, storedOf } from './model-stage.ts'
import { type Values, trackedNames } from './tracked-values.ts'
import { valuesAt, valuesInOrg } from './values-in-place.ts'

/** How many deeds of each kind ended in which way. */
export type Figures = Map<string, number>

/** The stages whose jobs run now: a job passes its points in the worker, which is the same for all. */
let running: ModelStage | null = null

/** The commands of the product, which let others do something when a job passes a point. */
export const commandsAmongOthers = observedCommands(async (point) => {
  const { at } = running ?? { at: null }
  if (running === null || at === null || at.point !== point) return
  running.at = null
  await at.act()
})

/** Does everything in turn; after each deed orgs, branches and what is remembered of them are as predicted. */
export async function expectPredicted(
  world: FlowWorld,
  deeds: readonly Deed[],
  figures: Figures,
): Promise<void> {
  const stage = await openModelStage(world)
  running = stage
  try {
    for (const [index, deed] of deeds.entries()) {
      const said = `after deed ${index + 1}: ${JSON.stringify(deed)}`
      const outcome: Outcome = await act(stage, deed).catch((error: unknown) => {
        throw new Error(said, { cause: error })
      })
      const name = `${deed.kind} ${outcome}`
      figures.set(name, (figures.get(name) ?? 0) + 1)
      await stage.stack.clone.git('fetch', '--quiet')
      for (const environment of stage.environments)
        expect(await actualOf(stage, environment), said).toEqual(expectedOf(environment))
    }
  } finally {
    running = null
  }
}

const sorted = (values: Values) =>
  Object.fromEntries(trackedNames.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : [])))

const expectedOf = ({ name, predicted: { org, branch, known, leftOut, snapshots } }: ModelEnvironment) => ({
  name,
  org: sorted(org),
  branch: sorted(branch),
  known: sorted(known),
  snapshots,
  outbound: 'as inbound',
  leftOut: [...leftOut].toSorted(),
})

async function actualOf(stage: ModelStage, environment: ModelEnvironment) {
  const { clone, flow } = stage.stack
  const row = await storedOf(stage, environment)
  const parity = row.latestKnownParityCommitHash ?? ''
  const atParity = await valuesAt(clone, parity)
  const known = new Map(atParity)
  const undeployed = await undeployedRows(stage.world.ctx, flow, row)
  for (const { componentName, baselineCommitHash } of undeployed) {
    const name = componentName.replace('Car__c.', '')
    const value = (await valuesAt(clone, baselineCommitHash ?? '')).get(name)
    if (value === undefined) known.delete(name)
    else known.set(name, value)
  }
  const names = undeployed.map(({ componentName }) => componentName.replace('Car__c.', ''))
  return {
    name: environment.name,
    org: sorted(await valuesInOrg(environment.org)),
    branch: sorted(await valuesAt(clone, `origin/${environment.branch}`)),
    known: sorted(known),
    snapshots: row.lastSnapshotNumber,
    outbound: row.latestKnownParityCommitHashOutbound === parity ? 'as inbound' : 'another',
    leftOut: names.toSorted(),
  }
}
