// The server's own steps of a flow in, as they are built: plain JavaScript, so that a process without a loader can run it.
import { openObjectReader } from '@sluice/git/cat-file'
import { writeCommits } from '@sluice/git/write-commits'
import { createBareRepository } from '@sluice/git/init'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { attribute } from '../../apps/server/dist/commands/steps/org-changes/attribution.js'
import { writeChain } from '../../apps/server/dist/commands/steps/branch/commit-chain.js'
import { openKnownEntries } from '../../apps/server/dist/commands/steps/org-changes/known-entries.js'
import {
  listMetadataFiles,
  metadataDirectory,
} from '../../apps/server/dist/commands/steps/branch/metadata-directory.js'
import { compareWithOrg } from '../../apps/server/dist/commands/steps/org-changes/org-changes.js'
import { storeOrgFiles } from '../../apps/server/dist/commands/steps/org/org-files/read-org-files.js'

const person = { name: 'Bench', email: 'bench@sluice.invalid', date: new Date(0) }
const apiVersion = '62.0'

/** Everything at the root of the repository, so that an unpacked archive gives the same tree. */
const directory = metadataDirectory('/')
const { specs } = parseIncludeSpecs('unpackaged')

export async function emptyRepository(gitDir) {
  const repository = await createBareRepository({ gitDir, defaultBranch: 'main' })
  const plan = { parents: [], author: person, committer: person, message: 'Begin', changes: [] }
  const [commit = ''] = await writeCommits(repository, [plan])
  return { repository, commit }
}

export async function flowIn({ repository, base, archives, knownEntries }) {
  const { signal } = new AbortController()
  const reader = openObjectReader(repository)
  try {
    const parity = listMetadataFiles(reader, base, directory)
    const entries = knownEntries === undefined ? null : openKnownEntries(knownEntries, 'bench')
    const request = { archives, specs, apiVersion, parity, signal }
    const org = await storeOrgFiles(repository, entries === null ? request : { ...request, entries })
    await (await entries)?.save()
    const parityFiles = await parity
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
      reader,
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
