import type { Context } from '../context.ts'
import type { EnvironmentRow } from '../environments/environment-store.ts'
import { packed, packedFile, unpackedFile } from '../differences/difference-lists.ts'
import {
  type DifferenceRow,
  type DifferenceOwner,
  findDifference,
  findFilesOf,
  replaceFiles,
  saveDifference,
} from '../differences/difference-store.ts'
import { JobFailure } from '../durable/run-errors.ts'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { threads } from '../steps/session/threads.ts'
import { type BranchRepository, openBranches } from './branch-repository.ts'
import { type Changer, type Sides, type SidesDifference, compareSidesTask } from './difference-tasks.ts'
import { findSides } from './environment-sides.ts'
import { type LookTarget, loadLookTarget } from './look-target.ts'
import { readMemory } from './org-memory.ts'
import { syncDebt } from './sync-debt.ts'
import { placeOf } from '../stacks/metadata-place.ts'

/**
 * Finds out for every environment of a stack what differs, from its branch and from what is known of its org. No org is
 * asked. Environments of which nothing has changed since the last look are left alone.
 */
export async function lookAtBranches(
  ctx: Context,
  of: { readonly workspaceId: string; readonly stackId: string },
  signal: AbortSignal,
): Promise<void> {
  const target = await loadLookTarget(ctx, of)
  if (target === null || target.environments.length === 0) return
  let branches: BranchRepository
  try {
    branches = await openBranches(ctx, target, signal)
  } catch (error) {
    signal.throwIfAborted()
    for (const environment of target.environments) await saveFailure(ctx, { target, environment, error })
    return
  }
  for (const environment of target.environments) {
    signal.throwIfAborted()
    await lookAtEnvironment(ctx, { target, environment, branches }, signal).catch(async (error: unknown) => {
      signal.throwIfAborted()
      await saveFailure(ctx, { target, environment, error })
    })
  }
}

interface EnvironmentLook {
  readonly target: LookTarget
  readonly environment: EnvironmentRow
  readonly branches: BranchRepository
}

/** Compares both sides of one environment anew and keeps what it found. */
export async function lookAtEnvironment(
  ctx: Context,
  look: EnvironmentLook,
  signal: AbortSignal,
): Promise<void> {
  const { target, environment } = look
  const owner = ownerOf(look)
  const found = await findSides(ctx, look, look.branches)
  const debt = await debtOf(look)
  if ('reason' in found) {
    const unknown = { branchState: 'unknown', branchReason: found.reason, debt } as const
    await ctx.database.inWorkspace(target.workspaceId, null, (tx) => saveDifference(tx, owner, unknown))
    return
  }
  const known = await ctx.database.inWorkspace(target.workspaceId, null, async (tx) => ({
    row: await findDifference(tx, environment.id),
    files: await findFilesOf(tx, environment.id, 'org'),
  }))
  const basis = basisOf(found.sides, { environment, row: known.row })
  if (known.row?.branchState === 'ready' && known.row.basis === basis) {
    const again = { branchLookedUtc: ctx.clock.now(), debt }
    await ctx.database.inWorkspace(target.workspaceId, null, (tx) => saveDifference(tx, owner, again))
    return
  }
  const orgFiles = known.files.map(({ path, content }) => ({
    path,
    content: content && unpackedFile(content),
  }))
  const changers = readMemory(known.row?.orgMemory ?? null)?.changers ?? {}
  const input = { ...found.sides, orgFiles, changers: new Map<string, Changer>(Object.entries(changers)) }
  const compared = await threads.run(compareSidesTask, input, { signal })
  await keep(ctx, { owner, row: known.row, sides: found.sides, compared, debt, basis })
}

const ownerOf = ({
  target,
  environment,
}: Pick<EnvironmentLook, 'target' | 'environment'>): DifferenceOwner => ({
  workspaceId: target.workspaceId,
  stackId: target.stackId,
  environmentId: environment.id,
})

interface BasisOf {
  readonly environment: EnvironmentRow
  readonly row: DifferenceRow | null
}

/** Everything that the list follows from. */
function basisOf(
  { since, head, apiVersion, metadataDirectory: folder }: Sides,
  { environment, row }: BasisOf,
): string {
  const org = row?.orgLookedUtc?.toISOString() ?? ''
  return [
    since,
    head,
    apiVersion,
    folder.path,
    folder.layout,
    environment.componentStateRevisionId ?? '',
    org,
  ].join(' ')
}

interface Compared {
  readonly owner: DifferenceOwner
  readonly row: DifferenceRow | null
  readonly sides: Sides
  readonly compared: SidesDifference
  readonly debt: DifferenceRow['debt']
  readonly basis: string
}

async function keep(ctx: Context, { owner, row, sides, compared, debt, basis }: Compared): Promise<void> {
  const { components } = compared
  const list = packed(components)
  const same = packed(compared.sameOnBothSides)
  const isSame =
    row?.components?.equals(list) === true &&
    row.sameOnBothSides?.equals(same) === true &&
    row.headCommitHash === sides.head
  const isKnown = row !== null && row.orgLookedUtc !== null
  await ctx.database.inWorkspace(owner.workspaceId, null, async (tx) => {
    const expected = compared.expected.map(({ path, content }) => ({
      path,
      content: content && packedFile(content),
    }))
    await replaceFiles(tx, owner, { side: 'expected', files: expected })
    await saveDifference(tx, owner, {
      revision: (row?.revision ?? 0) + (isSame ? 0 : 1),
      branchState: 'ready',
      branchReason: null,
      basis,
      branchLookedUtc: ctx.clock.now(),
      sinceCommitHash: sides.since,
      headCommitHash: sides.head,
      commitsAhead: compared.commitsAhead,
      commits: [...compared.commits],
      debt,
      leftOut: components.filter(({ outbound }) => (outbound?.leftOut ?? null) !== null).length,
      toDeploy: components.filter(({ outbound }) => outbound !== null).length,
      changedInOrg: isKnown ? components.filter(({ inbound }) => inbound !== null).length : null,
      onBothSides: isKnown ? components.filter(({ merge }) => merge !== null).length : null,
      conflicts: isKnown ? components.filter(({ merge }) => merge === 'conflict').length : null,
      components: list,
      sameOnBothSides: same,
    })
  })
}

async function debtOf({ target, environment, branches }: EnvironmentLook): Promise<DifferenceRow['debt']> {
  const production = target.environments.find(({ isProduction }) => isProduction)
  if (production === undefined || environment.isProduction) return null
  const [of, to] = [production, environment].map(({ gitBranchName }) => branches.heads.get(gitBranchName))
  if (of === undefined || to === undefined) return null
  const directory = metadataDirectory(placeOf(target.stack))
  return await syncDebt({ repository: branches.repository, directory, production: of, sandbox: to })
}

interface FailedLook extends Pick<EnvironmentLook, 'target' | 'environment'> {
  readonly error: unknown
}

async function saveFailure(ctx: Context, { target, environment, error }: FailedLook): Promise<void> {
  ctx.log.warn(
    { err: error, environmentId: environment.id },
    'the branch of an environment was not looked at',
  )
  const branchReason =
    error instanceof JobFailure ? error.message : 'The branch could not be compared with what the org has.'
  await ctx.database.inWorkspace(target.workspaceId, null, (tx) =>
    saveDifference(tx, ownerOf({ target, environment }), { branchState: 'failed', branchReason }),
  )
}
