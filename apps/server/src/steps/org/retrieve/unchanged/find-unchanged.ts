import { openObjectReader } from '@sluice/git/cat-file'
import { typesNamedIn, typesToNameWhole } from '@sluice/metadata/dated-types'
import type { RetrieveMember } from '@sluice/metadata/retrieve-plan'
import { findFlowBase } from '../../../branch/flow-base.ts'
import { type MetadataPlace, metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { type FileHashes, listMetadataFiles } from '../../../session/metadata-directory.ts'
import { type ListStamps, keyOfMember } from './component-stamps.ts'
import { digestOfFiles, pathsOfDated } from './file-digests.ts'
import { readKnownComponents } from './known-components.ts'

/** Where the last flow in left what it knew, and the branch that it is compared with. */
export interface KnownBefore {
  /** The file of the known components. */
  readonly file: string
  readonly gitDir: string
  readonly metadataDirectory: MetadataPlace
  readonly head: string
  readonly parity: string | null
  readonly committer: { readonly name: string; readonly email: string }
  readonly createdUtc: string
  /** Keys of the components that the change log of the org names since then; none where it keeps no log. */
  readonly logged: readonly string[]
}

export interface UnchangedComponents {
  /** The commit of which they have the files. */
  readonly base: string
  readonly keys: ReadonlySet<string>
}

/**
 * The components that need not be retrieved, because they are as the last flow in left them, in the org by its list and in
 * the branch by their files. Of all others something is unknown or changed.
 */
export async function findUnchanged(
  before: KnownBefore,
  { members, stamps }: { readonly members: readonly RetrieveMember[]; readonly stamps: ListStamps },
  signal: AbortSignal,
): Promise<UnchangedComponents> {
  const known = await readKnownComponents(before.file)
  const { base, files } = await filesOfBase(before, signal)
  const paths = pathsOfDated(files.keys())
  const whole = typesToNameWhole(members)
  const logged = new Set(before.logged)
  const isSettled = (type: string) =>
    stamps.types[type] !== undefined && stamps.types[type] === known.types[type]
  const isUnchanged = (member: RetrieveMember) => {
    const key = keyOfMember(member)
    const last = known.components.get(key)
    const own = paths.get(key)
    return (
      last !== undefined &&
      own !== undefined &&
      !whole.has(member.type) &&
      !logged.has(key) &&
      last.stamp === stamps.components.get(key) &&
      typesNamedIn(member.type).every(isSettled) &&
      last.files === digestOfFiles(files, own)
    )
  }
  return { base, keys: new Set(members.filter(isUnchanged).map(keyOfMember)) }
}

const noFiles: FileHashes = new Map()

/** The files that the org is compared with; none of a branch that has nothing in common with the last flow in. */
async function filesOfBase(before: KnownBefore, signal: AbortSignal) {
  const { gitDir } = before
  const directory = metadataDirectory(before.metadataDirectory)
  const reader = openObjectReader({ gitDir }, { signal })
  const repository = { gitDir, reader }
  try {
    const identity = { ...before.committer, date: new Date(before.createdUtc) }
    const { head, parity } = before
    const base = await findFlowBase({ repository, reader, directory, head, parity, identity, force: false })
    const files = base.isRelated ? await listMetadataFiles(reader, base.commitHash, directory) : noFiles
    return { base: base.commitHash, files }
  } finally {
    await reader.close()
  }
}
