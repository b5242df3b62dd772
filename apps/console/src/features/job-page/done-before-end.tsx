import type { JobWithNotices } from '@sluice/contract/job'
import { Card } from '../../platform/ui/card.tsx'
import { effectText } from '../jobs/effect-text.ts'
import { outputOf } from './output.query.ts'

/** What a job that ended without a result had done until then to orgs and repositories. */
export function DoneBeforeEnd({ job }: { job: JobWithNotices }) {
  const { outsideEffects, outcome, startedUtc } = job
  if (outcome === 'Succeeded' || outputOf(job) || outsideEffects === null) return null
  return (
    <Card title="What was done">
      {outsideEffects.length === 0 ? (
        <p className="px-4 py-3">
          {startedUtc === null ? 'The job had not begun. ' : ''}
          Nothing was changed in an org or in the repository.
        </p>
      ) : (
        <ul className="list-disc py-3 pr-4 pl-9">
          {outsideEffects.map(({ name, isCertain }) => (
            <li key={name}>
              {effectText(name)}
              {isCertain ? null : (
                <span className="text-fg-2"> · it is not certain whether this took place</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
