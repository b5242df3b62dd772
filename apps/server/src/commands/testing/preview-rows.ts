import type { FlowStack, FlowWorld } from './flow-world.ts'
import { askAndLook, difference } from './look.ts'
import { flowOutAll } from './run-job.ts'
import { alpha, beta } from './sample-metadata.ts'
import type { Row } from './settings-row.ts'
import {
  type Scenario,
  type Settings,
  flowOutOverChange,
  initialized,
  observe,
} from './settings-scenarios.ts'

/** Beta was changed in Git, and whoever is asked whether force may throw that away says no. */
const flowInThatIsRefused: Scenario = async (world, settings) => {
  const both = await initialized(world)
  await both.clone.push({ [beta.file]: beta.body('// in Git') })
  const asking = { force: true, ...settings }
  return await observe(world, both, { jobCommandName: 'FlowIn', settings: asking })
}

/** What a dialog submits that showed what differed then; nothing where the settings say so. */
async function shownThen(world: FlowWorld, flow: FlowStack, { previews }: Settings): Promise<Settings> {
  const { row } = await askAndLook(world.ctx, flow)
  const { environmentId } = await difference(world.ctx, flow)
  return previews === undefined ? {} : { previews: [{ environmentId, revision: row.revision }] }
}

/** After somebody was shown what differs, Alpha was changed in Git; whoever is asked says no. */
const flowOutAfterPreview: Scenario = async (world, settings) => {
  const { flow, clone } = await initialized(world)
  const shown = await shownThen(world, flow, settings)
  await clone.push({ [alpha.file]: alpha.body('// in Git') })
  return await observe(
    world,
    { flow, clone },
    { jobCommandName: 'FlowOut', settings: { ...settings, ...shown } },
  )
}

/** After somebody was shown what differs, Alpha was changed in the org. */
const flowInAfterPreview: Scenario = async (world, settings) => {
  const both = await initialized(world)
  const shown = await shownThen(world, both.flow, settings)
  await both.flow.org.edit(alpha.edit('// in the org', 1))
  return await observe(world, both, { jobCommandName: 'FlowIn', settings: { ...settings, ...shown } })
}

/** What a preview that was shown changes. */
export const previewRows: Readonly<Record<'flowIn' | 'flowOut', Row>> = {
  flowOut: {
    scenario: flowOutAfterPreview,
    changed: 'shown',
    outcome: (observed) => [observed.outcome, observed.notices],
    expected: {
      before: ['Succeeded', ['DeploymentOperationCreated']],
      after: ['Cancelled', ['PreviewOutdated']],
    },
  },
  flowIn: {
    scenario: flowInAfterPreview,
    changed: 'shown',
    outcome: (observed) => [observed.outcome, observed.notices],
    expected: { before: ['Succeeded', []], after: ['Succeeded', ['PreviewOutdated']] },
  },
}

/** What a flow in with force does that asks nobody. */
export const unaskedForceRow: Row = {
  scenario: flowInThatIsRefused,
  changed: true,
  outcome: (observed) => [observed.outcome, observed.inBranch['Beta']],
  expected: { before: ['Cancelled', '// in Git'], after: ['Succeeded', '// first'] },
}

const alphaAlone = [{ packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'Alpha' }]

/** What is left out before the job is submitted. */
export const excludedRow: Row = {
  scenario: flowOutOverChange,
  given: { clobberStrategy: 'Accept' },
  changed: alphaAlone,
  outcome: (observed) => observed.inOrg['Alpha'],
  expected: { before: '// in Git', after: '// in the org' },
}

/** A flow out leaves Alpha out, and another one does not say what stays out. */
const flowOutAfterLeavingOut: Scenario = async (world, settings) => {
  const both = await initialized(world)
  await both.clone.push({ [alpha.file]: alpha.body('// in Git') })
  await flowOutAll(world.ctx, both.flow, { ...settings, excludedComponents: alphaAlone })
  return await observe(world, both, { jobCommandName: 'FlowOut', settings: {} })
}

/** Whether what was left out waits for the next flow out. */
export const excludedWaitRow: Row = {
  scenario: flowOutAfterLeavingOut,
  changed: true,
  outcome: (observed) => observed.inOrg['Alpha'],
  expected: { before: '// first', after: '// in Git' },
}
