import type { VersionsOfFlows } from '@sluice/metadata/flow-deletions'
import { fetchFlowVersions } from '@sluice/salesforce/tooling/flow-versions'
import { whileBrieflyTransient } from '../../session/transient-retry.ts'
import { deployable } from '../clobber/clobbered-components.ts'
import type { FlowOut, FlowOutDiff } from '../flow-out-diff.ts'
import { isFlow } from '../../branch-changes/flow-changes.ts'

/** The versions that the org has of the flows to delete: each is deleted alone. */
export async function readFlowVersions(
  { session, environment, org }: FlowOut,
  { changes }: FlowOutDiff,
): Promise<VersionsOfFlows> {
  const deleted = deployable(changes).filter((change) => isFlow(change) && change.changeType === 'Deleted')
  if (deleted.length === 0) return new Map()
  const names = deleted.map(({ identity }) => identity.componentName)
  const { run, deadline } = session
  const { signal } = run
  const found = await run.step('read flow versions', async () => {
    const connection = await session.org(environment.id, org.apiVersion)
    return await whileBrieflyTransient(() => fetchFlowVersions(connection, names, { signal }), {
      signal,
      deadline,
    })
  })
  return new Map(
    names.map((name) => {
      // The service finds a flow however the letters of its name are written.
      const versions = found.filter(({ flow }) => flow.toLowerCase() === name.toLowerCase())
      return [
        name,
        {
          numbers: versions.map(({ number }) => number),
          isActive: versions.some(({ isActive }) => isActive),
        },
      ]
    }),
  )
}
