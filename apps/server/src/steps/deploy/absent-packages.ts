import type { ComponentIdentity } from '@sluice/metadata/component'
import { namespaceOf } from '@sluice/metadata/namespace'
import { parentOf } from '@sluice/metadata/paths'
import { entryKey } from '@sluice/metadata/profile/entry-key'
import { componentOfEntry } from '@sluice/metadata/profile/profile-delta'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import type { ComponentProblem } from '../../platform/database/schema/environment-state.ts'
import { listSome } from '../org/retrieve/list-components.ts'
import { whileBrieflyTransient } from '../session/transient-retry.ts'
import type { ComparedFlowOut, FlowOut, FlowOutDiff } from './flow-out-diff.ts'

/**
 * The entries of changed profiles about packages that the org does not have. The org would refuse each of them, and names only one
 * of a profile in each attempt. Empty where the org does not say which packages it has, where all or nothing is to be deployed, and
 * where a validation decides what is.
 */
export async function findEntriesOfAbsentPackages(
  flow: FlowOut,
  { profiles }: FlowOutDiff,
): Promise<ComparedFlowOut['absentEntries']> {
  if (flow.input.allOrNothing || flow.validation !== null) return new Map()
  const packaged = profiles.flatMap(({ identity, delta }) =>
    [...delta.entries, ...delta.revocations.map(({ id }) => id)].flatMap((id) => {
      const about = componentOfEntry(id)
      const namespace = about === null ? null : namespaceAround(about)
      return namespace === null ? [] : { key: entryKey(identity, id), id, namespace }
    }),
  )
  if (packaged.length === 0) return new Map()
  const { run } = flow.session
  const { namespaces } = await run.step('list installed packages', () => listNamespaces(flow))
  if (namespaces === null) return new Map()
  const present = new Set(namespaces.map((namespace) => namespace.toLowerCase()))
  return new Map(
    packaged
      .filter(({ namespace }) => !present.has(namespace.toLowerCase()))
      .map(({ key, id, namespace }) => [key, [problemOf(id, namespace)]]),
  )
}

/** Of the component, or of the object that it is in. */
function namespaceAround(component: ComponentIdentity): string | null {
  const parent = parentOf(component)
  return namespaceOf(component) ?? (parent === null ? null : namespaceOf(parent))
}

/** The namespaces of the packages in the org, and its own; null where it does not tell. */
async function listNamespaces({
  session,
  environment,
  org,
}: FlowOut): Promise<{ readonly namespaces: readonly string[] | null }> {
  const { run, deadline } = session
  const { signal } = run
  const connection = await session.org(environment.id, org.apiVersion)
  try {
    const retry = { signal, deadline }
    const { namespacePrefix } = await whileBrieflyTransient(() => fetchOrgInfo(connection, { signal }), retry)
    const queries = [{ type: 'InstalledPackage' }]
    const { components, refused } = await listSome({ connection, ...retry }, queries, () => true)
    if (refused.size > 0) return { namespaces: null }
    return { namespaces: [...components.map(({ fullName }) => fullName), namespacePrefix ?? ''] }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SalesforceError) return { namespaces: null }
    throw error
  }
}

function problemOf(entry: string, namespace: string): ComponentProblem {
  const description = `The package ${namespace} is not installed in the org.`
  return { type: 'Info', description, archiveFilePath: null, line: null, column: null, entry }
}
