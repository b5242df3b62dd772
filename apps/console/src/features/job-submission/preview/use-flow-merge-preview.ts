import type { Environment } from '@sluice/contract/environment'
import type { JobTemplate } from '@sluice/contract/job-commands/job-commands'
import type { PredictedMerge } from '@sluice/contract/merge-preview'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { type Difference, entities } from '../../../entities.ts'
import { useClient } from '../../../platform/api/client-context.tsx'
import { useDerived } from '../../../platform/entities/use-entity.ts'
import { useStackEnvironments } from '../../current-stack/use-stack-environments.ts'
import { useWorkspace } from '../../workspaces/workspace-context.tsx'
import { isOneEnvironment } from '../environment-filter-form.ts'
import { type FlowMergeForm, toFlowMergeTemplate } from '../flow-merge-form.ts'
import { excludedKeys } from './chosen-changes.ts'
import { flowMergeDeed } from './deed.ts'
import { type MergeChange, type MergeChanges, mergeChangesOf } from './merge-changes.ts'
import { type MergeQuery, type PredictionBasis, mergePreviewQuery } from './merge-preview.query.ts'
import { remaining } from './preview-changes.ts'
import { useMeantEnvironments } from './use-flow-preview.ts'
import { useOrgName } from './use-org-name.ts'

/** The preview of the merge into one target. */
export interface TargetPreview {
  readonly target: Environment
  readonly prediction: PredictedMerge | null
  /** Null until the merge has been predicted, and when the job would end before it merges. */
  readonly changes: MergeChanges | null
  /** The reason why the merge cannot be predicted. */
  readonly reason: string | null
  readonly isLoading: boolean
  readonly error: Error | null
  readonly basis: PredictionBasis
}

export interface FlowMergePreviewed {
  /** Null until exactly one environment is chosen. */
  readonly source: Environment | null
  readonly targets: readonly TargetPreview[]
  readonly hasTooManyTargets: boolean
  /** The keys of the components that are left out of the deployment; null for several targets, where none can be. */
  readonly excluded: ReadonlySet<string> | null
  /** The text of the button; null until all targets are predicted. */
  readonly deed: string | null
}

/** The limit is low because the server predicts one merge after the other. */
export const mergeTargetsAtMost = 5

const none: readonly Environment[] = []
const nothing: readonly MergeChange[] = []
const nothingLeftOut: ReadonlySet<string> = new Set()

/** Predicts the merge that the form describes. Sends no request while the dialog is closed. */
export function useFlowMergePreview(control: Control<FlowMergeForm>, isOpen: boolean): FlowMergePreviewed {
  const form = useWatchedForm(control)
  const all = useStackEnvironments()
  const meant = useMeantEnvironments(form.targets)
  const [sourceId, ...otherSources] = form.sourceIds
  const source = otherSources.length > 0 ? null : (all.find(({ id }) => id === sourceId) ?? null)
  const wanted = useMemo(
    () => (isOpen && source !== null ? meant.filter(({ id }) => id !== source.id) : none),
    [isOpen, source, meant],
  )
  const hasTooManyTargets = wanted.length > mergeTargetsAtMost
  const targets = usePredictions(source, hasTooManyTargets ? none : wanted, queryOf(form))
  const { isLeftOut, diffMode, excludedComponents } = form.targetOut
  const isOne = isOneEnvironment(form.targets) && wanted.length === 1
  const toDeployNow = targets[0]?.changes?.deployed ?? nothing
  const excluded = useMemo(
    () => (isOne ? excludedKeys(excludedComponents, toDeployNow) : null),
    [isOne, excludedComponents, toDeployNow],
  )
  const isAllKnown = targets.length > 0 && targets.every(({ changes }) => changes !== null)
  const orgName = useOrgName(wanted, isAllKnown && !isLeftOut)
  const deployed = targets.map(({ changes }) => (diffMode === 'Org' ? null : (changes?.deployed ?? null)))
  const deed = flowMergeDeed({
    environments: wanted,
    components: sum(targets.map(({ changes }) => changes?.merged.length ?? 0)),
    checkOnly: form.checkOnly,
    deploys: !isLeftOut,
    toDeploy: deployed.includes(null)
      ? null
      : sum(deployed.map((one) => remaining(one ?? [], excluded ?? nothingLeftOut).length)),
    orgName,
  })
  return { source, targets, hasTooManyTargets, excluded, deed: isAllKnown ? deed : null }
}

/** The predictions that are submitted with the job, which compares them with what it deploys. */
export const shownPredictions = ({ targets }: FlowMergePreviewed): JobTemplate<'FlowMerge'>['previews'] =>
  targets.flatMap(({ target, prediction, changes }) =>
    prediction === null || changes === null
      ? []
      : [{ environmentId: target.id, predictionId: prediction.predictionId }],
  )

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Watches the whole form, because nearly every field influences the prediction. */
function useWatchedForm(control: Control<FlowMergeForm>): FlowMergeForm {
  const [sourceIds, targets, sourceIn, targetIn, targetOut] = useWatch({
    control,
    name: ['sourceIds', 'targets', 'sourceIn', 'targetIn', 'targetOut'],
  })
  const [checkOnly, allowUnsupportedApiVersions, mergeConflictsStrategy, isSemanticMergeOn, archives] =
    useWatch({
      control,
      name: [
        'checkOnly',
        'allowUnsupportedApiVersions',
        'mergeConflictsStrategy',
        'isSemanticMergeOn',
        'collectRetrievedMetadataArchives',
      ],
    })
  return {
    sourceIds,
    targets,
    sourceIn,
    targetIn,
    targetOut,
    checkOnly,
    allowUnsupportedApiVersions,
    mergeConflictsStrategy,
    isSemanticMergeOn,
    collectRetrievedMetadataArchives: archives,
  }
}

const text = (isSet: boolean | undefined): 'true' | 'false' => (isSet === true ? 'true' : 'false')

function queryOf(form: FlowMergeForm): MergeQuery {
  const template = toFlowMergeTemplate(form)
  return {
    sourceEnvironmentId: template.sourceEnvironmentId,
    mergeConflictsStrategy: template.mergeConflictsStrategy,
    semanticMergeStrategy: template.semanticMergeStrategy,
    noSourceIn: text(template.noSourceIn),
    sourceInConflictsStrategy: template.sourceInConflictsStrategy,
    sourceInSemanticMergeStrategy: template.sourceInSemanticMergeStrategy,
    noTargetIn: text(template.noTargetIn),
    targetInConflictsStrategy: template.targetInConflictsStrategy,
    targetInSemanticMergeStrategy: template.targetInSemanticMergeStrategy,
    noTargetOut: text(template.noTargetOut),
  }
}

function usePredictions(
  source: Environment | null,
  targets: readonly Environment[],
  query: MergeQuery,
): readonly TargetPreview[] {
  const client = useClient()
  const { id: workspaceId } = useWorkspace()
  const select = useCallback(
    (rows: ReadonlyMap<string, Difference>) =>
      [source, ...targets].map((environment) => rows.get(environment?.id ?? '')?.revision),
    [source, targets],
  )
  const [ofSource, ...ofTargets] = useDerived(entities.differences, select)
  const basisOf = (index: number): PredictionBasis => ({ query, revisions: [ofSource, ofTargets[index]] })
  const answers = useQueries({
    queries: targets.map((target, index) => ({
      ...mergePreviewQuery({ client, workspaceId, target, ...basisOf(index) }),
      enabled: ofSource !== undefined && ofTargets[index] !== undefined,
    })),
  })
  return targets.map((target, index): TargetPreview => {
    const answer = answers[index]
    const data = answer?.data
    const prediction = data?.state === 'predicted' ? data : null
    return {
      target,
      prediction,
      changes: prediction === null || prediction.endsBecause !== null ? null : changesOf(prediction),
      reason: data?.state === 'unknown' ? data.reason : null,
      isLoading: answer?.isFetching === true && data === undefined,
      error: answer?.error ?? null,
      basis: basisOf(index),
    }
  })
}

const known = new WeakMap<PredictedMerge, MergeChanges>()

/** Caches the lists, so that a render does not make new ones. */
function changesOf(prediction: PredictedMerge): MergeChanges {
  const changes = known.get(prediction) ?? mergeChangesOf(prediction)
  known.set(prediction, changes)
  return changes
}
