import {
  type MergeDeployment,
  type MergedComponent,
  type PredictedConflict,
  predictedDetails,
} from '@sluice/contract/merge-preview'
import { openObjectReader } from '@sluice/git/cat-file'
import { countCommits } from '@sluice/git/count-commits'
import { isAncestor } from '@sluice/git/merge-base'
import { componentKey, unpackaged } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { componentOfPath } from '@sluice/metadata/paths'
import type { ListedComponent } from '../../../differences/difference-lists.ts'
import { changesByHistory } from '../../steps/branch-changes/history-diff.ts'
import { includeSpecsAt } from '../../steps/branch/include-file.ts'
import { metadataDirectory } from '../../steps/branch/metadata-directory.ts'
import { commitsOfBranch } from '../branch-side.ts'
import { compareSides, newest } from '../compare-sides.ts'
import { type BroughtSide, bringSide } from './predicted-flow-in.ts'
import type { FoundConflict, MergeToPredict, OrgToDeployTo, Prediction } from './prediction-task.ts'
import { type Trial, type TrialOutcome, tryMerge } from './trial.ts'

/** Runs the merges of a flow merge in a temporary repository and reports their result. */
export async function predictMergeOfCommits(
  input: MergeToPredict,
  stopSignal: AbortSignal,
): Promise<Prediction> {
  const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(input.maxMs)])
  const repository = { gitDir: input.gitDir, signal }
  const reader = openObjectReader(repository, { signal })
  const directory = metadataDirectory(input.metadataDirectory)
  try {
    return await predict({ input, repository, reader, directory, signal })
  } finally {
    await reader.close()
  }
}

async function predict(trial: Trial): Promise<Prediction> {
  const { input, repository } = trial
  const { source, target, settings } = input
  const commits = (await countCommits(repository, { from: target.head, to: source.head })).onlyInTo
  const from = await bringSide(trial, { part: 'SourceIn', side: source })
  const into = await bringSide(trial, { part: 'TargetIn', side: target })
  const [theirs, ours] = [from.outcome.commitHash, into.outcome.commitHash]
  const { apiVersion } = target
  const merge =
    ours === null || theirs === null
      ? null
      : await tryMerge(trial, { part: 'Merge', ours, theirs, settings, apiVersion })
  const parts = [from.outcome, into.outcome, ...(merge === null ? [] : [merge])]
  const summary = { commits, ...summaryOf(trial, parts) }
  if (merge === null || merge.commitHash === null || ours === null)
    return { ...summary, merged: [], deployed: null }
  const places = placesOfConflicts(parts.flatMap(({ conflicts }) => conflicts))
  const merged = { ours, head: merge.commitHash, into, places }
  return {
    ...summary,
    merged: await mergedComponents(trial, merged),
    deployed: input.deployment === null ? null : await deployments(trial, merged, input.deployment),
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

interface MergedCommit {
  /** The commit of the target branch before the merge. */
  readonly ours: string
  readonly head: string
  readonly into: BroughtSide
  readonly places: ConflictPlaces
}

/** Lists the components that the merge changes in the target branch. */
async function mergedComponents(
  trial: Trial,
  { ours, head, places }: MergedCommit,
): Promise<MergedComponent[]> {
  const { repository, reader, directory, signal, input } = trial
  const request = { repository, reader, directory, since: ours, head, undeployed: [], signal }
  const { changes } = await changesByHistory(request)
  const { changers } = await commitsOfBranch({ ...input, ...input.target, ...request, specs: noSpecs })
  const inRepository = ({ paths }: ComponentChange) => paths.map((path) => directory.inRepository(path))
  return changes.map((change) => ({
    componentType: change.identity.componentType,
    componentName: change.identity.componentName,
    changeType: change.changeType,
    ...newest(inRepository(change).map((path) => changers.get(path))),
    isUndecided: inRepository(change).some((path) => places.undecided.has(path)),
  }))
}

const noSpecs = { specs: [] }

/** Lists the components that the flow out deploys. It compares with the org as the flow in found it, or as the last look did. */
async function deployments(
  trial: Trial,
  { head, into, places }: MergedCommit,
  org: OrgToDeployTo,
): Promise<MergeDeployment[] | null> {
  const { input, repository, signal, directory } = trial
  const { target } = input
  // Without a common history the job compares with the org itself, which a prediction cannot do.
  if (!(await isAncestor(repository, into.tip, head))) return null
  const settled = new Set(into.settled)
  const isBrought = target.flowIn !== null
  const { components, sameOnBothSides } = await compareSides(
    {
      ...target,
      gitDir: input.gitDir,
      metadataDirectory: input.metadataDirectory,
      since: into.tip,
      head,
      undeployed: target.undeployed.filter((component) => !settled.has(componentKey(component))),
      specs: await includeSpecsAt(repository, head),
      orgFiles: isBrought ? [] : org.files,
      changers: org.changes,
    },
    signal,
  )
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
      isDeployable: true,
      inOrg: null,
      overwritesOrg: false,
      isUndecided: false,
    },
  ]
}
