import type { Inquiry } from '@sluice/contract/inquiry'
import type { Job } from '@sluice/contract/job'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'

/** What the job has asked so far. */
export function useInquiriesOf({ id }: Pick<Job, 'id'>): readonly Inquiry[] {
  const select = useCallback(
    (rows: ReadonlyMap<string, Inquiry>) => [...rows.values()].filter((inquiry) => inquiry.jobId === id),
    [id],
  )
  return useDerived(entities.inquiries, select)
}
