import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'

/** How many components of an environment's branch failed to deploy. */
export const useErrorCount = (environmentId: string): number =>
  useEntity(entities.undeployedSets, environmentId)?.withErrorsCount ?? 0
