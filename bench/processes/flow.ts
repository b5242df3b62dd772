// The server's own steps of a flow in, as they are built.
import { openObjectReader } from '@sluice/git/cat-file'
import { writeCommits } from '@sluice/git/write-commits'
import { createBareRepository } from '@sluice/git/init'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { componentOfPath } from '@sluice/metadata/paths'
import { attribute } from '#server/steps/org-changes/attribution.js'
import { writeChain } from '#server/steps/org-changes/commit-chain.js'
import { openKnownEntries } from '#server/steps/org/org-files/known-entries.js'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { listMetadataFiles } from '#server/steps/session/metadata-directory.js'
import { compareWithOrg } from '#server/steps/org-changes/org-changes.js'
import { storeOrgFiles } from '#server/steps/org/org-files/read-org-files.js'
import type { FlowSteps } from './flow-steps.ts'

const person = { name: 'Bench', email: 'bench@sluice.invalid', date: new Date(0) }
const apiVersion = '62.0'

/** Everything at the root of the repository, so that an unpacked archive gives the same tree. */
const directory = metadataDirectory({ path: '/', layout: 'Packages' })
const { specs } = parseIncludeSpecs('unpackaged')

export const emptyRepository: FlowSteps['emptyRepository'] = async (gitDir) => {
  const repository = await createBareRepository({ gitDir, defaultBranch: 'main' })
  const plan = { parents: [], author: person, committer: person, message: 'Begin', changes: [] }
  const [commit = ''] = await writeCommits(repository, [plan])
  return { repository, commit }
}

/** Every component of the archive counts as asked for. */
const plannedOf = (paths: Iterable<string>) =>
  [...paths].flatMap((path) => {
    const { identity } = componentOfPath(path) ?? {}
    if (identity === undefined) return []
    return { type: identity.componentType, fullName: identity.componentName, modifier: null }
  })

export const flowIn: FlowSteps['flowIn'] = async ({ repository, base, archives, knownEntries }) => {
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
      planned: plannedOf(org.different.keys()),
      isRequested: () => true,
      overlay: new Map(),
      apiVersion,
    })
    const { files } = await attribute(comparison.changes, [], { since: null, auditTrail: async () => [] })
    const commits = await writeChain({
      repository,
      reader,
      directory,
      base,
      groups: [{ userId: null, author: person, changes: files }],
      messageOf: () => 'Bench',
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
