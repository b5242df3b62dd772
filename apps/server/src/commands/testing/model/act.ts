import { expect } from 'vitest'
import { runJob } from '../run-job.ts'
import type { Change, Deed, DeedOf, Meanwhile } from './deeds.ts'
import { type ModelEnvironment, type ModelStage, type NewValue, pushChange } from './model-stage.ts'
import { type PredictedEnvironment, afterFlowIn, afterFlowMerge, afterFlowOut } from './predicted-flows.ts'
import { type Values, valueOf, withValue } from './tracked-values.ts'
import { editOrg, valuesAt } from './values-in-place.ts'

/** What became of a deed. */
export type Outcome = 'done' | 'nothing to do' | 'succeeded' | 'failed' | 'checked'

/** Does it, and says in the predictions of the environments what has to be there now. */
export async function act(stage: ModelStage, deed: Deed): Promise<Outcome> {
  switch (deed.kind) {
    case 'edit':
      return await edit(stage, deed)
    case 'push':
      return await push(stage, deed)
    case 'flowIn':
      return await flowIn(stage, deed)
    case 'flowOut':
      return await flowOut(stage, deed)
    case 'flowMerge':
      return await flowMerge(stage, deed)
    default:
      deed satisfies never
      throw new Error('No such deed.')
  }
}

function environmentOf({ environments }: ModelStage, number: number): ModelEnvironment {
  const found = environments[number % environments.length]
  if (found === undefined) throw new Error('No such environment.')
  return found
}

/** Null where there is nothing to delete. */
function newValue({ newNumber }: ModelStage, values: Values, { name, kind }: Change): NewValue | null {
  if (kind !== 'delete') return { name, value: valueOf(name, newNumber(), kind === 'break') }
  return values.has(name) ? { name, value: null } : null
}

async function edit(stage: ModelStage, { environment, change }: DeedOf<'edit'>): Promise<Outcome> {
  const where = environmentOf(stage, environment)
  const made = newValue(stage, where.predicted.org, change)
  if (made === null) return 'nothing to do'
  await editOrg(where.org, made.name, made.value)
  where.predicted = { ...where.predicted, org: withValue(where.predicted.org, made.name, made.value) }
  return 'done'
}

async function push(stage: ModelStage, { environment, change }: DeedOf<'push'>): Promise<Outcome> {
  const where = environmentOf(stage, environment)
  const made = newValue(stage, where.predicted.branch, change)
  if (made === null) return 'nothing to do'
  await pushChange(stage, where, made)
  where.predicted = { ...where.predicted, branch: withValue(where.predicted.branch, made.name, made.value) }
  return 'done'
}

/** What others do once while a job runs; `done` holds what they did when the job has ended. */
interface Others {
  readonly done: { org: NewValue | null; branch: NewValue | null }
}

const orgWith = (values: Values, { done }: Others): Values =>
  done.org === null ? values : withValue(values, done.org.name, done.org.value)

/** Plans what somebody does in an environment when a job passes a point of its own. */
function others(
  stage: ModelStage,
  where: ModelEnvironment,
  plan: {
    readonly meanwhile: Meanwhile
    readonly points: { readonly org: string; readonly branch?: string }
  },
): Others {
  const { meanwhile, points } = plan
  const done: Others['done'] = { org: null, branch: null }
  const point = meanwhile === null ? undefined : points[meanwhile.where]
  if (meanwhile === null || point === undefined) return { done }
  stage.at = {
    point,
    act: async () => {
      const { predicted } = where
      const made = newValue(
        stage,
        meanwhile.where === 'org' ? predicted.org : predicted.branch,
        meanwhile.change,
      )
      if (made === null) return
      if (meanwhile.where === 'org') await editOrg(where.org, made.name, made.value)
      else await pushChange(stage, where, made)
      done[meanwhile.where] = made
    },
  }
  return { done }
}

async function run(
  stage: ModelStage,
  jobCommandName: 'FlowIn' | 'FlowOut' | 'FlowMerge',
  jobTemplate: object,
) {
  const { world, stack } = stage
  const finished = await runJob(world.ctx, stack.flow, { jobCommandName, jobTemplate: { ...jobTemplate } })
  stage.at = null
  return finished.job
}

const only = ({ id }: ModelEnvironment) => ({ include: { ids: [id] } })

async function flowIn(stage: ModelStage, deed: DeedOf<'flowIn'>): Promise<Outcome> {
  const { strategy, force, checkOnly } = deed
  const where = environmentOf(stage, deed.environment)
  // The first merge is done before the branch moves; the retrieve is over before somebody edits the org.
  const points = { org: 'commit 1.recorded', ...(!force && { branch: 'merge 1.recorded' }) }
  const meanwhile = others(stage, where, { meanwhile: deed.meanwhile, points })
  const job = await run(stage, 'FlowIn', {
    environmentFilter: only(where),
    mergeConflictsStrategy: strategy,
    retrieveMode: deed.retrieveMode === 'Full' || force ? 'Full' : 'Auto',
    force,
    noConfirm: true,
    checkOnly,
    acceptDeletions: true,
  })
  const { branch } = meanwhile.done
  const before = where.predicted
  const found =
    branch === null ? before : { ...before, branch: withValue(before.branch, branch.name, branch.value) }
  const after = afterFlowIn(found, { strategy, force })
  return settle(where, { job, checkOnly, found, after, meanwhile })
}

async function flowOut(stage: ModelStage, deed: DeedOf<'flowOut'>): Promise<Outcome> {
  const { environment, kind: _, meanwhile: planned, ...settings } = deed
  const where = environmentOf(stage, environment)
  const meanwhile = others(stage, where, { meanwhile: planned, points: { org: 'now.recorded' } })
  const job = await run(stage, 'FlowOut', {
    environmentFilter: only(where),
    noConfirm: true,
    acceptDeletions: true,
    ...settings,
  })
  const found = where.predicted
  const { checkOnly } = settings
  return settle(where, { job, checkOnly, found, after: afterFlowOut(found, settings), meanwhile })
}

interface Ended {
  readonly job: { readonly outcome: string | null; readonly error: { readonly message: string } | null }
  readonly checkOnly: boolean
  /** What the job found. */
  readonly found: PredictedEnvironment
  /** What it has to leave; null where it has to fail. */
  readonly after: PredictedEnvironment | null
  readonly meanwhile: Others
}

function settle(where: ModelEnvironment, { job, checkOnly, found, after, meanwhile }: Ended): Outcome {
  const left = checkOnly || after === null ? found : after
  where.predicted = { ...left, org: orgWith(left.org, meanwhile) }
  return outcomeOf(job, after !== null, checkOnly)
}

function outcomeOf(job: Ended['job'], isSuccessful: boolean, checkOnly: boolean): Outcome {
  expect([job.outcome, job.error?.message]).toEqual(
    isSuccessful ? ['Succeeded', undefined] : ['Failed', expect.any(String)],
  )
  if (!isSuccessful) return 'failed'
  return checkOnly ? 'checked' : 'succeeded'
}

async function flowMerge(stage: ModelStage, deed: DeedOf<'flowMerge'>): Promise<Outcome> {
  const target = environmentOf(stage, deed.environment)
  const source = environmentOf(stage, deed.environment + deed.distance)
  const base = await basesOf(stage, source, target)
  // Several commits where the branches parted: Git makes one of them, which is not what this model is about.
  if (base === null) return 'nothing to do'
  const points = { org: deed.noTargetIn ? 'merge.recorded' : 'target: commit 1.recorded' }
  const meanwhile = others(stage, target, { meanwhile: deed.meanwhile, points })
  const job = await run(stage, 'FlowMerge', templateOf(deed, source, target))
  const pair = { source: source.predicted, target: target.predicted, base }
  const left = afterFlowMerge(pair, deed, (org) => orgWith(org, meanwhile))
  if (!deed.checkOnly) {
    source.predicted = left.source
    target.predicted = left.target
  }
  target.predicted = {
    ...target.predicted,
    org: editedBeforeTheEnd(target.predicted.org, pair.target.org, meanwhile),
  }
  return outcomeOf(job, left.isSuccessful, deed.checkOnly)
}

/** Where the job failed or only checked, the org has what others did to it; where it deployed, that is in the prediction. */
const editedBeforeTheEnd = (now: Values, before: Values, meanwhile: Others): Values =>
  now === before ? orgWith(now, meanwhile) : now

function templateOf(deed: DeedOf<'flowMerge'>, source: ModelEnvironment, target: ModelEnvironment) {
  const { noSourceIn, noTargetIn, noTargetOut, checkOnly } = deed
  return {
    sourceEnvironmentId: source.id,
    targetEnvironmentFilter: only(target),
    noSourceIn,
    noTargetIn,
    noTargetOut,
    checkOnly,
    mergeConflictsStrategy: deed.strategy,
    sourceInConflictsStrategy: deed.inStrategy,
    targetInConflictsStrategy: deed.inStrategy,
    sourceInAcceptDeletions: true,
    targetInAcceptDeletions: true,
    targetOutNoConfirm: true,
    targetOutAcceptDeletions: true,
    targetOutAllOrNothing: deed.allOrNothing,
    targetOutDiffMode: deed.diffMode,
    targetOutClobberStrategy: deed.clobberStrategy,
  }
}

/** What both branches had when they parted; null where that was more than one commit. */
async function basesOf(
  { stack: { clone } }: ModelStage,
  source: ModelEnvironment,
  target: ModelEnvironment,
): Promise<Values | null> {
  await clone.git('fetch', '--quiet')
  const found = await clone.git('merge-base', '--all', `origin/${source.branch}`, `origin/${target.branch}`)
  const [commit, ...more] = found.trim().split('\n')
  return commit === undefined || more.length > 0 ? null : await valuesAt(clone, commit)
}
