import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { PredictedSide } from '@sluice/contract/merge-preview'
import { componentKey, unpackaged } from '@sluice/metadata/component'
import type { Context, WantedMerge } from '../../context.ts'
import { type ListedComponent, unpackedComponents, unpackedFile } from '../../differences/difference-lists.ts'
import { type DifferenceRow, findDifference, findFilesOf } from '../../differences/difference-store.ts'
import type { EnvironmentRow } from '../../environments/environment-store.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { mirrorFolder } from '../../platform/mirror-folder.ts'
import type { MergeSettings } from '../../steps/branch/merge/branch-merge.ts'
import { exists } from '../../steps/session/work-folder.ts'
import type { Changer, OrgFileContent } from '../difference-tasks.ts'
import { findSides } from '../environment-sides.ts'
import { type LookTarget, loadLookTarget } from '../look-target.ts'
import { newest } from '../compare-sides.ts'
import type { MergeToPredict, OrgToDeployTo, SideToMerge } from './prediction-task.ts'
import { placeOf } from '../../stacks/metadata-place.ts'

/** The complete input of a prediction. */
export interface LoadedMerge {
  readonly lender: string
  readonly merge: Omit<MergeToPredict, 'gitDir' | 'committer' | 'maxMs'>
  readonly source: PredictedSide
  readonly target: PredictedSide
  /** Identifies the input: equal commits, orgs and settings have the same key. */
  readonly key: string
}

/** @throws a JobFailure that says why nothing can be said about the merge. */
export async function loadMerge(ctx: Context, wanted: WantedMerge): Promise<LoadedMerge> {
  const { settings, targetEnvironmentId } = wanted
  const target = await loadLookTarget(ctx, wanted)
  if (target === null) throw new JobFailure('The stack is gone.')
  const lender = await lenderOf(ctx, target)
  const [source, into] = [settings.sourceEnvironmentId, targetEnvironmentId].map((id) =>
    target.environments.find((environment) => environment.id === id),
  )
  if (source === undefined || into === undefined)
    throw new JobFailure('An environment of the merge is not initialized.')
  const from = await loadSide(ctx, { wanted, target, environment: source, lender })
  const to = await loadSide(ctx, { wanted, target, environment: into, lender })
  const sourceIn = partIn(settings.noSourceIn, {
    conflicts: settings.sourceInConflictsStrategy,
    semantic: settings.sourceInSemanticMergeStrategy,
  })
  const targetIn = partIn(settings.noTargetIn, {
    conflicts: settings.targetInConflictsStrategy,
    semantic: settings.targetInSemanticMergeStrategy,
  })
  const { ensureMetadataIsPortable: leavesOutOwnValues } = target.stack
  const deploys = settings.noTargetOut === 'false'
  return {
    lender,
    merge: {
      metadataDirectory: placeOf(target.stack),
      leavesOutOwnValues,
      unknownAuthor: ctx.config.unknownAuthor,
      source: sideOf(from, sourceIn),
      target: sideOf(to, targetIn),
      settings: { conflicts: settings.mergeConflictsStrategy, semantic: settings.semanticMergeStrategy },
      deployment: deploys ? orgOf(to) : null,
    },
    source: predictedSide(from, sourceIn),
    target: predictedSide(to, targetIn),
    key: keyOf([wanted.workspaceId, wanted.stackId, settings, lender, leavesOutOwnValues], [from, to]),
  }
}

/** Finds the repository on disk: that of the built-in host, or the mirror that looks at branches keep. */
async function lenderOf(ctx: Context, { stack, stackId, managed }: LookTarget): Promise<string> {
  const isBuiltIn = stack.gitRepositoryIsManaged && !stack.gitRepositoryIsOnGitHub
  const { repositories, mirrors } = ctx.folders
  const { gitRepositoryUrl } = stack
  const folder = isBuiltIn
    ? join(repositories, managed?.folder ?? '')
    : mirrorFolder(mirrors, { stackId, gitRepositoryUrl }).gitDir
  if ((isBuiltIn && (managed?.folder ?? null) === null) || !(await exists(folder)))
    throw new JobFailure('Nobody has looked at the branches yet on the machine that predicts merges.')
  return folder
}

interface SideOf {
  readonly wanted: WantedMerge
  readonly target: LookTarget
  readonly environment: EnvironmentRow
  readonly lender: string
}

interface LoadedSide {
  readonly side: Omit<SideToMerge, 'flowIn'>
  readonly row: DifferenceRow
  readonly files: readonly OrgFileContent[]
  readonly changed: readonly ListedComponent[]
}

async function loadSide(ctx: Context, { wanted, target, environment, lender }: SideOf): Promise<LoadedSide> {
  const { id, name, gitBranchName } = environment
  const { row, kept } = await ctx.database.inWorkspace(wanted.workspaceId, wanted.userId, async (tx) => ({
    row: await findDifference(tx, id),
    kept: await findFilesOf(tx, id, 'org'),
  }))
  if (row === null || row.branchState !== 'ready' || row.headCommitHash === null)
    throw new JobFailure(`${name}: ${row?.branchReason ?? 'nobody has looked at its branch yet.'}`)
  const repository = { gitDir: lender }
  const heads = new Map([[gitBranchName, row.headCommitHash]])
  const found = await findSides(ctx, { target, environment }, { repository, heads })
  if ('reason' in found) throw new JobFailure(`${name}: ${found.reason}`)
  const { since, head, undeployed, apiVersion, sandboxName } = found.sides
  if (row.sinceCommitHash !== since)
    throw new JobFailure(`${name}: its branch is being looked at, because a flow has ended.`)
  return {
    side: { since, head, undeployed, apiVersion, sandboxName },
    row,
    files: kept.map(({ path, content }) => ({ path, content: content && unpackedFile(content) })),
    changed: unpackedComponents(row.components).filter(({ inbound }) => inbound !== null),
  }
}

const partIn = (isLeftOut: 'true' | 'false', settings: MergeSettings): MergeSettings | null =>
  isLeftOut === 'true' ? null : settings

function sideOf({ side, files, changed }: LoadedSide, settings: MergeSettings | null): SideToMerge {
  if (settings === null) return { ...side, flowIn: null }
  const byPath = new Map<string, (Changer | null)[]>()
  for (const { paths, inbound } of changed)
    for (const path of paths) byPath.set(path, [...(byPath.get(path) ?? []), inbound])
  const changers = new Map(
    Array.from(byPath, ([path, people]) => [path, newest(people.map((one) => one ?? undefined))] as const),
  )
  return { ...side, flowIn: { files, changers, settings } }
}

function orgOf({ files, changed }: LoadedSide): OrgToDeployTo {
  return {
    files,
    changes: new Map(
      changed.flatMap(({ componentType, componentName, inbound }) =>
        inbound === null
          ? []
          : [[componentKey({ packageName: unpackaged, componentType, componentName }), inbound] as const],
      ),
    ),
  }
}

function predictedSide({ row, side, changed }: LoadedSide, settings: MergeSettings | null): PredictedSide {
  const lookedAt = row.orgLookedUtc
  const nothing = { commitHash: side.head, orgLookedAtUtc: null, orgChanges: null }
  if (settings === null) return { ...nothing, flowIn: 'leftOut' }
  if (lookedAt === null) return { ...nothing, flowIn: 'unknown' }
  return { ...nothing, flowIn: 'known', orgLookedAtUtc: lookedAt.toISOString(), orgChanges: changed.length }
}

/** Leaves out when the org was looked at, so that a look without a new result does not need a new prediction. */
function keyOf(common: readonly unknown[], sides: readonly LoadedSide[]): string {
  const hash = createHash('sha256').update(JSON.stringify(common))
  for (const { side, row, files } of sides) {
    hash.update(JSON.stringify([side, row.revision]))
    for (const { path, content } of files)
      hash.update(`${path}\n${content?.length ?? -1}\n`).update(content ?? '')
  }
  return hash.digest('hex')
}
