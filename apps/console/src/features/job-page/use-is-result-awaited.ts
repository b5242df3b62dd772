import type { JobWithNotices } from '@sluice/contract/job'
import { isUnfinished } from '@sluice/contract/job-rules'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { useNetwork } from '../../platform/network-context.tsx'
import { loadsByItself, outputOf, outputQuery } from './output.query.ts'

/** Whether the result of an ended job is on its way. Its height is unknown until then, so what stands below must wait. */
export function useIsResultAwaited(job: JobWithNotices): boolean {
  const doors = { client: useClient(), network: useNetwork() }
  const artifact = outputOf(job)
  const { isLoading } = useQuery({
    ...outputQuery(doors, job, artifact),
    enabled: !isUnfinished(job) && artifact !== undefined && loadsByItself(artifact),
  })
  return isLoading
}
