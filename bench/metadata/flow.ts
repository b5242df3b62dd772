import { openObjectReader } from '@sluice/git/cat-file'
import { writeCommits } from '@sluice/git/fast-import'
import type { Repository } from '@sluice/git/git'
import { createBareRepository } from '@sluice/git/init'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { attribute } from '../../apps/server/src/commands/steps/attribution.ts'
import { writeChain } from '../../apps/server/src/commands/steps/commit-chain.ts'
import { openKnownEntries } from '../../apps/server/src/commands/steps/known-entries.ts'
import {
  metadataDirectory,
  readMetadataFiles,
} from '../../apps/server/src/commands/steps/metadata-directory.ts'
import { compareWithOrg } from '../../apps/server/src/commands/steps/org-changes.ts'
import { storeOrgFiles } from '../../apps/server/src/commands/steps/org-files.ts'

const person = { name: 'Bench', email: 'bench@sluice.invalid', date: new Date(0) }
const apiVersion = '62.0'

/** Everything at the root of the repository, so that an unpacked archive gives the same tree. */
export const directory = metadataDirectory('/')
export const everything = parseIncludeSpecs('unpackaged').specs

/** A bare repository whose only commit has no files. */
export async function emptyRepository(gitDir: string): Promise<{ repository: Repository; commit: string }> {
  const repository = await createBareRepository({ gitDir, defaultBranch: 'main' })
  const plan = { parents: [], author: person, committer: person, message: 'Begin', changes: [] }
  const [commit = ''] = await writeCommits(repository, [plan])
  return { repository, commit }
}

/** The server's own steps of a flow in, from a retrieved archive to a commit; gives the commit. */
export async function flowIn(o: {
  readonly repository: Repository
  readonly base: string
  readonly archives: readonly string[]
  /** Where to keep what entries became, so that those which come again may be skipped. */
  readonly knownEntries?: string
}): Promise<string> {
  const { repository, base } = o
  const { signal } = new AbortController()
  const reader = openObjectReader(repository)
  try {
    const parityFiles = await readMetadataFiles(reader, base, directory)
    const entries = o.knownEntries === undefined ? null : await openKnownEntries(o.knownEntries, 'bench')
    const request = { archives: o.archives, specs: everything, apiVersion, parity: parityFiles, signal }
    const org = await storeOrgFiles(repository, entries === null ? request : { ...request, entries })
    await entries?.save()
    const comparison = await compareWithOrg({
      parityFiles,
      org,
      read: (hash) => reader.read(hash),
      planned: [],
      isRequested: () => true,
      overlay: new Map(),
      apiVersion,
    })
    const { files } = attribute(comparison.changes, [])
    const commits = await writeChain({
      repository,
      directory,
      base,
      groups: [{ userId: null, author: person, changes: files }],
      message: 'Bench',
      committer: person,
      notBefore: new Date(0),
      manifest: null,
      signal,
    })
    return commits.at(-1)?.hash ?? base
  } finally {
    await reader.close()
  }
}
