import {
  type MergeDeployment,
  type MergedComponent,
  type PredictedConflict,
  predictedDetails,
} from '@sluice/contract/merge-preview'
import { countCommits } from '@sluice/git/count-commits'
import { componentKey, unpackaged } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { componentOfPath } from '@sluice/metadata/paths'
import type { ListedComponent } from '../../differences/difference-lists.ts'
import { commitsOfBranch } from '../branch-side.ts'
import { newest } from '../compare-sides.ts'
import {
  type MergedCommit,
  changesOfMerge,
  compareWithTarget,
  mergeCommits,
  withTrial,
} from './merge-of-commits.ts'
import type { FoundConflict, MergeToPredict, OrgToDeployTo, Prediction } from './prediction-task.ts'
import type { Trial, TrialOutcome } from './trial.ts'

/** Runs the merges of a flow merge in a temporary repository and reports their result. */
export const predictMergeOfCommits = (input: MergeToPredict, stopSignal: AbortSignal): Promise<Prediction> =>
  withTrial(input, stopSignal, predict)

async function predict(trial: Trial): Promise<Prediction> {
  const { input, repository } = trial
  const heads = { from: input.target.head, to: input.source.head }
  const commits = (await countCommits(repository, heads)).onlyInTo
  const { parts, merged } = await mergeCommits(trial)
  const summary = { commits, ...summaryOf(trial, parts) }
  if (merged === null) return { ...summary, merged: [], deployed: null }
  const places = placesOfConflicts(parts.flatMap(({ conflicts }) => conflicts))
  return {
    ...summary,
    merged: await mergedComponents(trial, merged, places),
    deployed:
      input.deployment === null ? null : await deployments(trial, { merged, places }, input.deployment),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function summaryOf(trial: Trial, parts: readonly TrialOutcome[]) {
  const warnings = parts.flatMap((part) => part.warnings)
  return {
    conflicts: parts
      .flatMap(({ conflicts }) => conflicts)
      .slice(0, predictedDetails)
      .map((conflict) => withComponent(trial, conflict)),
    conflictCount: sum(parts.map(({ conflictCount }) => conflictCount)),
    undecidedCount: sum(parts.map(({ undecidedCount }) => undecidedCount)),
    endsBecause: parts.find(({ endsBecause }) => endsBecause !== null)?.endsBecause ?? null,
    warnings: warnings.slice(0, predictedDetails),
    warningCount: sum(parts.map(({ warningCount }) => warningCount)),
  }
}

function withComponent({ directory }: Trial, conflict: FoundConflict): PredictedConflict {
  const below = directory.below(conflict.path)
  const identity = below === null ? null : (componentOfPath(below)?.identity ?? null)
  const { componentType = '', componentName = '' } = identity ?? {}
  return { ...conflict, component: identity && { componentType, componentName } }
}

/** The paths of conflicting files in the repository. */
interface ConflictPlaces {
  /** Files whose conflict people have to decide. */
  readonly undecided: ReadonlySet<string>
  /** Files whose conflict is resolved against the version of the target's org. */
  readonly againstOrg: ReadonlySet<string>
}

/** In the flow in of the target the org is the remote side, in the merge its branch is the local one. */
function placesOfConflicts(conflicts: readonly FoundConflict[]): ConflictPlaces {
  const paths = (wanted: (conflict: FoundConflict) => boolean) =>
    new Set(conflicts.filter(wanted).map(({ path }) => path))
  return {
    undecided: paths(({ resolvedAs }) => resolvedAs === null),
    againstOrg: paths(({ part, resolvedAs }) =>
      part === 'TargetIn'
        ? resolvedAs === 'PreferLocal' || resolvedAs === 'TakeLocal'
        : part === 'Merge' && (resolvedAs === 'PreferRemote' || resolvedAs === 'TakeRemote'),
    ),
  }
}

/** Lists the components that the merge changes in the target branch. */
async function mergedComponents(
  trial: Trial,
  merged: MergedCommit,
  places: ConflictPlaces,
): Promise<MergedComponent[]> {
  const { repository, directory, signal } = trial
  const changes = await changesOfMerge(trial, merged)
  const { changers } = await commitsOfBranch({ repository, since: merged.ours, head: merged.head, signal })
  const inRepository = ({ paths }: ComponentChange) => paths.map((path) => directory.inRepository(path))
  return changes.map((change) => ({
    componentType: change.identity.componentType,
    componentName: change.identity.componentName,
    changeType: change.changeType,
    ...newest(inRepository(change).map((path) => changers.get(path))),
    isUndecided: inRepository(change).some((path) => places.undecided.has(path)),
  }))
}

interface MergeToDeploy {
  readonly merged: MergedCommit
  readonly places: ConflictPlaces
}

/** Lists the components that the flow out deploys. */
async function deployments(
  trial: Trial,
  { merged, places }: MergeToDeploy,
  org: OrgToDeployTo,
): Promise<MergeDeployment[] | null> {
  const { directory } = trial
  const compared = await compareWithTarget(trial, merged, org)
  if (compared === null) return null
  const { components, sameOnBothSides } = compared
  const isBrought = trial.input.target.flowIn !== null
  const toDeploy = components.flatMap((component) =>
    component.outbound === null ? [] : deployment(component, component.outbound),
  )
  return [...toDeploy, ...sameOnBothSides.flatMap(alreadyThere)]

  function deployment(
    { componentType, componentName, paths, inbound }: ListedComponent,
    outbound: NonNullable<ListedComponent['outbound']>,
  ): MergeDeployment {
    const inRepository = paths.map((path) => directory.inRepository(path))
    const key = componentKey({ packageName: unpackaged, componentType, componentName })
    const inOrg = isBrought ? (org.changes.get(key) ?? null) : inbound
    return {
      componentType,
      componentName,
      ...outbound,
      inOrg,
      overwritesOrg:
        inOrg !== null && (!isBrought || inRepository.some((path) => places.againstOrg.has(path))),
      isUndecided: inRepository.some((path) => places.undecided.has(path)),
    }
  }
}

/** A component that the org already has; a flow out by history deploys it all the same. */
function alreadyThere({
  componentType,
  componentName,
  outbound,
}: {
  readonly componentType: string
  readonly componentName: string
  readonly outbound: MergedComponent['changeType'] | null
}): MergeDeployment[] {
  if (outbound === null) return []
  return [
    {
      componentType,
      componentName,
      changeType: outbound,
      who: null,
      changedUtc: null,
      wasLeftOut: false,
      leftOut: null,
      isDeployable: true,
      inOrg: null,
      overwritesOrg: false,
      isUndecided: false,
    },
  ]
}
