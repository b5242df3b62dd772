import type { JobWithNotices } from '@sluice/contract/job'
import type { OutsideEffect, OutsideEffectKind } from '@sluice/contract/outside-effect'
import { Card } from '../../platform/ui/card.tsx'
import { outputOf } from './output.query.ts'

const texts: Readonly<Record<OutsideEffectKind, string>> = {
  Deployment: 'A deployment was sent to Salesforce; the timeline leads to it.',
  TestRun: 'A run of Apex tests was started; the timeline leads to it.',
  SandboxOrder: 'A sandbox was ordered from Salesforce.',
  SandboxDeletion: 'The sandbox was deleted.',
  BranchCreation: 'The branch was created.',
  BranchDeletion: 'The branch was deleted.',
  RepositoryCreation: 'A repository was created.',
  RepositoryInvitation: 'An invitation to the repository was sent.',
  Push: 'Commits were pushed to the repository.',
  Other: 'Something was changed in an org or in the repository.',
}

/** Several pushes of one job are one sentence. */
const distinct = (effects: readonly OutsideEffect[]): OutsideEffect[] => [
  ...new Map(effects.map((effect) => [`${effect.kind} ${effect.isCertain}`, effect])).values(),
]

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
          {distinct(outsideEffects).map(({ kind, isCertain }) => (
            <li key={`${kind} ${isCertain}`}>
              {texts[kind]}
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
