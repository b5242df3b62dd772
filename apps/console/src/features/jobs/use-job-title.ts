import type { JobWithNotices } from '@sluice/contract/job'
import { jobTitle } from '@sluice/contract/job-title'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import type { Environment } from '@sluice/contract/environment'

const names = (rows: ReadonlyMap<string, Environment>) => rows

/** Titles jobs by the names that their environments have now. */
export function useJobTitle(): (job: JobWithNotices) => string {
  const rows = useDerived(entities.environments, names)
  return useCallback((job) => jobTitle(job, (id) => rows.get(id)?.name), [rows])
}
