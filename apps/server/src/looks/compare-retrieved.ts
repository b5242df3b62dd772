import { openObjectReader } from '@sluice/git/cat-file'
import { componentKey, unpackaged } from '@sluice/metadata/component'
import { asReturned } from '@sluice/metadata/org-values/stored-form'
import { ownerOf } from '@sluice/metadata/paths'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { filesExpectedInOrg } from '../steps/branch-changes/expected-files.ts'
import { compareWithOrg } from '../steps/org-changes/org-changes.ts'
import { readOrgFiles } from '../steps/org/org-files/read-org-files.ts'
import { readRetrieved } from '../steps/org/retrieve/full-retrieve.ts'
import { requestedBy } from '../steps/org/retrieve/requested.ts'
import { placesOf } from '../steps/parity/undeployed-files.ts'
import type { OrgFileContent, OrgFilesInput, RetrievedDifference } from './difference-tasks.ts'

/** Compares what was retrieved of an org with the state in which the last flow left it, as a flow in does. */
export async function compareRetrieved(
  input: OrgFilesInput,
  signal: AbortSignal,
): Promise<RetrievedDifference> {
  const { apiVersion, specs, wanted, isFull } = input
  const reader = openObjectReader({ gitDir: input.gitDir }, { signal })
  try {
    const directory = metadataDirectory(input.metadataDirectory)
    const { plan, archives, leftOut, notFound } = await readRetrieved(input.retrieved)
    const unknown = new Set(leftOut.map(keyOf))
    const told = placesOf(wanted.filter((member) => !unknown.has(keyOf(member))).map(identityOf))
    const isTold = inPlaces(told)
    const from = { reader, directory, paths: isFull ? null : told }
    const expected = await filesExpectedInOrg(from, input.since, input.undeployed)
    // What a flow out left out lies at other places too.
    const parityFiles = new Map([...expected.files].filter(([path]) => isFull || isTold(path)))
    const form = { ...asReturned, sandboxName: input.sandboxName }
    const planned = [...plan.members, ...wanted]
    const rules = { specs, apiVersion, form }
    const org = await readOrgFiles({ archives, planned, ...rules, parity: parityFiles, signal })
    const gone = new Set(notFound.map(keyOf))
    const there = planned.filter((member) => !gone.has(keyOf(member)))
    const { changes } = await compareWithOrg({
      parityFiles,
      read: expected.read,
      org,
      planned: there.map((member) => ({ ...member, modifier: null })),
      // Gone is only what Salesforce says it lacks.
      isKept: (identity) => !gone.has(componentKey(ownerOf(identity))),
      isRequested: requestedBy({ plan, leftOut }, specs),
      overlay: new Map(),
      form,
      apiVersion,
    })
    const files: OrgFileContent[] = []
    for (const { path, after } of changes.filter((change) => isTold(change.path)))
      files.push({ path, content: after && (after.content ?? (await expected.read(after.hash))) })
    return { files, told: [...told], leftOut }
  } finally {
    await reader.close()
  }
}

const identityOf = ({ type, fullName }: { readonly type: string; readonly fullName: string }) => ({
  packageName: unpackaged,
  componentType: type,
  componentName: fullName,
})

const keyOf = (member: { readonly type: string; readonly fullName: string }): string =>
  componentKey(identityOf(member))

/** Whether a path is one of the places, or lies in a folder that is. */
export function inPlaces(places: ReadonlySet<string>): (path: string) => boolean {
  const folders = [...places].filter((place) => place.endsWith('/'))
  return (path) => places.has(path) || folders.some((folder) => path.startsWith(folder))
}
