import type { EarlierResolution } from '@sluice/contract/conflict'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { MemberName } from '../workspaces/member-name.tsx'

/** Says who resolved the same before, in which environment and when. */
export function EarlierNote({ earlier }: { earlier: EarlierResolution }) {
  const { localEnvironmentId, resolvedByUserId, resolvedUtc } = earlier
  const environment = useEntity(entities.environments, localEnvironmentId)
  return (
    <p className="text-12 text-fg-2">
      Resolved before{environment ? ` in ${environment.name}` : null} by{' '}
      <MemberName userId={resolvedByUserId} /> <Timestamp moment={resolvedUtc} />
    </p>
  )
}
