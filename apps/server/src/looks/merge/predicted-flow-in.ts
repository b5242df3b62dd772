import type { PredictedPart } from '@sluice/contract/merge-preview'
import { type CommitPlan, type TreeChange, writeCommits } from '@sluice/git/write-commits'
import { findFlowBase, joinUnrelated } from '../../steps/branch/flow-base.ts'
import type { OrgChange, OrgComparison } from '../../steps/org-changes/org-changes.ts'
import { compareWithLook } from './compare-with-look.ts'
import type { PredictedFlowIn, SideToMerge } from './prediction-task.ts'
import { type Trial, type TrialOutcome, nothingToMerge, tryMerge } from './trial.ts'

/** The result of the flow in of one side. */
export interface BroughtSide {
  readonly outcome: TrialOutcome
  /** The commit that equals the org, except for undeployed components. */
  readonly tip: string
  /** The keys of components that are no longer undeployed, because the org has them. */
  readonly settled: readonly string[]
}

interface BroughtPart {
  readonly part: Exclude<PredictedPart, 'Merge'>
  readonly side: SideToMerge
}

/** Runs the flow in of one side, with the files of the org that the last look stored. */
export async function bringSide(trial: Trial, { part, side }: BroughtPart): Promise<BroughtSide> {
  const { flowIn, head, since, apiVersion } = side
  if (flowIn === null) return { outcome: nothingToMerge(head), tip: since, settled: [] }
  const { repository, reader, directory } = trial
  const identity = trial.input.committer
  const base = await findFlowBase({
    repository,
    reader,
    directory,
    head,
    parity: since,
    force: false,
    identity,
  })
  const comparison = await compareWithLook(trial, { side, flowIn, base: base.commitHash })
  const { changes } = comparison
  const tip = await commitChanges(trial, { base: base.commitHash, changes, flowIn })
  const outcome = base.isRelated
    ? await tryMerge(trial, { part, ours: head, theirs: tip, settings: flowIn.settings, apiVersion })
    : nothingToMerge(await joinUnrelated({ repository, directory, head, tip, identity, message: 'Join' }))
  return {
    outcome: withUndeployed(trial, { part, outcome, comparison }),
    tip,
    settled: comparison.settledKeys,
  }
}

interface ChangesToCommit {
  readonly base: string
  readonly changes: readonly OrgChange[]
  readonly flowIn: PredictedFlowIn
}

/** Makes a commit for each person, so that the merge shows who changed each file. */
async function commitChanges(
  { repository, reader, directory, input, signal }: Trial,
  { base, changes, flowIn }: ChangesToCommit,
): Promise<string> {
  const byWho = new Map<string | null, OrgChange[]>()
  for (const change of changes) {
    const who = flowIn.changers.get(change.path)?.who ?? null
    const known = byWho.get(who)
    if (known) known.push(change)
    else byWho.set(who, [change])
  }
  const plans = [...byWho].map(([who, files], index): CommitPlan => {
    const dates = files.flatMap(({ path }) => flowIn.changers.get(path)?.changedUtc ?? [])
    const newest = dates.toSorted().at(-1)
    return {
      parents: [index === 0 ? base : { plan: index - 1 }],
      author: {
        ...input.unknownAuthor,
        ...(who !== null && { name: who }),
        date: newest === undefined ? input.committer.date : new Date(newest),
      },
      committer: input.committer,
      message: 'Predict a flow in',
      changes: files.map((file) => changeOf(directory.inRepository(file.path), file)),
    }
  })
  return (await writeCommits(repository, plans, { signal, reader })).at(-1) ?? base
}

function changeOf(path: string, { after }: OrgChange): TreeChange {
  if (after === null) return { path, deleted: true }
  return after.content === null ? { path, hash: after.hash } : { path, content: after.content }
}

interface BroughtOutcome {
  readonly part: BroughtPart['part']
  readonly outcome: TrialOutcome
  readonly comparison: OrgComparison
}

/** Adds the conflicts between the org and undeployed changes of the branch. The job does not ask people about these. */
function withUndeployed(
  { directory, input }: Trial,
  { part, outcome, comparison: { conflicts, resolved } }: BroughtOutcome,
): TrialOutcome {
  const side = part === 'SourceIn' ? input.source : input.target
  const detail = 'The org has another change of what a flow out left out.'
  const found = [
    ...conflicts.map((path) => ({ path, resolvedAs: null })),
    ...resolved.map(({ path, resolvedAs }) => ({ path, resolvedAs })),
  ].map(({ path, resolvedAs }) => ({ part, path: directory.inRepository(path), detail, resolvedAs }))
  const ends = side.flowIn?.settings.conflicts === 'Abort' ? 'abort' : 'noStrategy'
  return {
    ...outcome,
    conflicts: [...found, ...outcome.conflicts],
    conflictCount: outcome.conflictCount + found.length,
    ...(conflicts.length > 0 && { endsBecause: ends, commitHash: null }),
  }
}
