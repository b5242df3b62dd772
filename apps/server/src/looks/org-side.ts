import { type ComponentIdentity, componentKey } from '@sluice/metadata/component'
import { type ComponentChange, componentChanges } from '@sluice/metadata/diff/component-changes'
import { isIncluded } from '@sluice/metadata/include-specs'
import { ownerOf } from '@sluice/metadata/paths'
import { filesExpectedInOrg } from '../steps/branch-changes/expected-files.ts'
import { findMetadataFiles } from '../steps/session/metadata-directory.ts'
import type { ReadSides } from './branch-side.ts'
import type { Changer, OrgFileContent, SidesInput } from './difference-tasks.ts'
import { isSameFile } from './same-file.ts'

/** A file of the org beside what it should be and what the branch has. */
export interface ThreeFiles {
  readonly path: string
  /** As the last flow left it in the org. */
  readonly expected: Uint8Array | null
  readonly org: Uint8Array | null
  readonly head: Uint8Array | null
}

export interface OrgSide {
  readonly changes: readonly ComponentChange[]
  readonly files: readonly ThreeFiles[]
  readonly settled: readonly string[]
  /** Keys of the components in these files in which branch and org differ. */
  readonly differsFromBranch: ReadonlySet<string>
}

/** What the org should have at these files, without looking at others. */
export async function expectedFiles(
  sides: ReadSides,
  paths: readonly string[],
): ReturnType<typeof filesExpectedInOrg> {
  return await filesExpectedInOrg({ ...sides, paths: new Set(paths) }, sides.since, sides.undeployed)
}

/** What changed in the org, by the files of it that are kept. */
export async function changesOfOrg(sides: ReadSides, { orgFiles, specs }: SidesInput): Promise<OrgSide> {
  const three = await threeFiles(sides, orgFiles)
  const { apiVersion } = sides
  const isSettled = ({ path, expected, org }: ThreeFiles) =>
    isSameFile(path, expected, { content: org, apiVersion })
  const files = three.filter((file) => !isSettled(file))
  const isWanted = ({ identity }: ComponentChange) => isIncluded(specs, identity)
  const fromExpected = files.map(({ path, expected, org }) => ({ path, before: expected, after: org }))
  const fromHead = files
    .filter(({ path, head, org }) => !isSameFile(path, head, { content: org, apiVersion }))
    .map(({ path, head, org }) => ({ path, before: head, after: org }))
  const bundles = await bundlesOf(sides, files)
  return {
    changes: componentChanges(fromExpected, { isPresent: bundles }).filter(isWanted),
    files,
    settled: three.filter(isSettled).map(({ path }) => path),
    differsFromBranch: new Set(componentChanges(fromHead).map(({ identity }) => componentKey(identity))),
  }
}

async function threeFiles(
  sides: ReadSides,
  orgFiles: readonly OrgFileContent[],
): Promise<readonly ThreeFiles[]> {
  const { reader, directory, head } = sides
  const paths = orgFiles.map(({ path }) => path)
  const expected = await expectedFiles(sides, paths)
  const headFiles = await findMetadataFiles(reader, head, { directory, paths })
  const three: ThreeFiles[] = []
  for (const { path, content } of orgFiles) {
    const before = expected.files.get(path)
    const inHead = headFiles.get(path)
    three.push({
      path,
      org: content,
      expected: before === undefined ? null : await expected.read(before),
      head: inHead === undefined ? null : await reader.read(inHead),
    })
  }
  return three
}

/** Whether anything of a bundle is there on a side: a bundle came or went only with its last file. */
async function bundlesOf(sides: ReadSides, files: readonly ThreeFiles[]) {
  const folders = new Set(files.flatMap(({ path }) => folderOf(path)))
  const expected = await expectedFiles(sides, [...folders])
  const gone = new Set(files.filter(({ org }) => org === null).map(({ path }) => path))
  const before = [...expected.files.keys()]
  const after = [
    ...before.filter((path) => !gone.has(path)),
    ...files.flatMap(({ path, org }) => (org === null ? [] : path)),
  ]
  return (side: 'before' | 'after', bundle: string) =>
    (side === 'before' ? before : after).some((path) => path.startsWith(bundle))
}

const folderOf = (path: string): string[] => {
  const end = path.lastIndexOf('/')
  return end < 0 ? [] : [path.slice(0, end + 1)]
}

/** Who changed a component; of one inside another, where nothing else is known, who changed that. */
export function changerOf(identity: ComponentIdentity, changers: ReadonlyMap<string, Changer>): Changer {
  return (
    changers.get(componentKey(identity)) ??
    changers.get(componentKey(ownerOf(identity))) ?? { who: null, changedUtc: null }
  )
}
