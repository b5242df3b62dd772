import type { SameComponent } from '@sluice/contract/difference'
import { openObjectReader } from '@sluice/git/cat-file'
import { type ComponentIdentity, compareComponents, componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { ListedComponent } from '../differences/difference-lists.ts'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { type CommitsAhead, type ReadSides, changesOfBranch, commitsOfBranch } from './branch-side.ts'
import type { Changer, SidesDifference, SidesInput } from './difference-tasks.ts'
import { type OrgSide, changerOf, changesOfOrg, expectedFiles } from './org-side.ts'
import { conflictsInMerge } from './trial-merge.ts'

/** What differs between branch and org, from the repository and the files of the org that are kept. Asks nobody. */
export async function compareSides(input: SidesInput, signal: AbortSignal): Promise<SidesDifference> {
  const repository = { gitDir: input.gitDir }
  const reader = openObjectReader(repository, { signal })
  try {
    const directory = metadataDirectory(input.metadataDirectory)
    const sides: ReadSides = { ...input, repository, reader, directory, signal }
    const [outbound, commits, org, { overlay }] = await Promise.all([
      changesOfBranch(sides),
      commitsOfBranch(sides),
      changesOfOrg(sides, input),
      expectedFiles(sides, []),
    ])
    const { commitsAhead, commits: listed } = commits
    const { differing, same } = divide({ outbound, org })
    const components: ListedComponent[] = []
    for (const changes of differing)
      components.push(await listedComponent(sides, { input, org, commits }, changes))
    return {
      components,
      sameOnBothSides: same.map(sameComponent),
      commitsAhead,
      commits: listed,
      expected: [...overlay].map(([path, { baseline }]) => ({ path, content: baseline })),
      settled: org.settled,
    }
  } finally {
    await reader.close()
  }
}

interface Found {
  readonly input: SidesInput
  readonly org: OrgSide
  readonly commits: CommitsAhead
}

interface BothChanges {
  readonly identity: ComponentIdentity
  outbound: ComponentChange | null
  inbound: ComponentChange | null
}

/** What branch and org have differently, and what both changed in the same way; each by type and name. */
function divide({
  outbound,
  org,
}: {
  readonly outbound: readonly ComponentChange[]
  readonly org: OrgSide
}): { readonly differing: readonly BothChanges[]; readonly same: readonly BothChanges[] } {
  const all = new Map<string, BothChanges>()
  const take = (side: 'outbound' | 'inbound', change: ComponentChange) => {
    const key = componentKey(change.identity)
    const known = all.get(key) ?? { identity: change.identity, outbound: null, inbound: null }
    known[side] = change
    all.set(key, known)
  }
  for (const change of outbound) take('outbound', change)
  for (const change of org.changes) take('inbound', change)
  const inOrgFiles = new Set(org.files.map(({ path }) => path))
  const touchesOrg = ({ outbound: ours, inbound: theirs }: BothChanges) =>
    theirs !== null || ours?.paths.some((path) => inOrgFiles.has(path)) === true
  // The org may have got from somebody else what the branch has.
  const isDifferent = (changes: BothChanges) =>
    !touchesOrg(changes) ||
    org.differsFromBranch.has(componentKey(changes.identity)) ||
    !isWhole(changes, inOrgFiles)
  const sorted = [...all.values()].toSorted((one, other) => compareComponents(one.identity, other.identity))
  return { differing: sorted.filter(isDifferent), same: sorted.filter((one) => !isDifferent(one)) }
}

const sameComponent = ({ identity, outbound, inbound }: BothChanges): SameComponent => ({
  componentType: identity.componentType,
  componentName: identity.componentName,
  outbound: outbound?.changeType ?? null,
  inbound: inbound?.changeType ?? null,
})

/** Whether all files that the branch changed are known to be otherwise in the org; others are as they were there. */
function isWhole({ outbound }: BothChanges, inOrgFiles: ReadonlySet<string>): boolean {
  return outbound?.paths.every((path) => inOrgFiles.has(path)) !== false
}

async function listedComponent(
  { repository, directory }: ReadSides,
  { input, org, commits }: Found,
  { identity, outbound, inbound }: BothChanges,
): Promise<ListedComponent> {
  const key = componentKey(identity)
  const earlier = input.undeployed.find((component) => componentKey(component) === key)
  const paths = [...new Set([...(outbound?.paths ?? []), ...(inbound?.paths ?? [])])]
  const files = org.files.filter(({ path }) => paths.includes(path))
  let isConflict = false
  if (outbound !== null && inbound !== null)
    for (const file of files) isConflict ||= await conflictsInMerge(repository, file)
  return {
    componentType: identity.componentType,
    componentName: identity.componentName,
    outbound: outbound && {
      changeType: outbound.changeType,
      ...newest(outbound.paths.map((path) => commits.changers.get(directory.inRepository(path)))),
      wasLeftOut: earlier !== undefined,
      leftOut:
        earlier?.reason === 'LeftOut' ? { byUserId: earlier.leftOutByUserId, utc: earlier.leftOutUtc } : null,
      isDeployable: outbound.undeployableReason === undefined,
    },
    inbound: inbound && { changeType: inbound.changeType, ...changerOf(identity, input.changers) },
    merge: outbound === null || inbound === null ? null : isConflict ? 'conflict' : 'clean',
    paths,
  }
}

/** The most recent of several changers. */
export function newest(changers: readonly (Changer | undefined)[]): Changer {
  const known = changers.flatMap((changer) => changer ?? [])
  const [first] = known.toSorted((a, b) => ((a.changedUtc ?? '') < (b.changedUtc ?? '') ? 1 : -1))
  return first ?? { who: null, changedUtc: null }
}
