import type { JobWithNotices } from '@sluice/contract/job'
import type { DeployAttempt } from '@sluice/contract/job-commands/flow-out-result'
import { formatNumber, plural } from '../../../platform/format/plural.ts'
import { StatusIcon } from '../../../platform/ui/status.tsx'
import { OutsideLink } from '../../../platform/ui/text-link.tsx'
import { deploymentAddress } from '../salesforce-address.ts'
import { ComponentProblems } from '../../jobs/component-problems.tsx'
import { ResultSection } from '../../jobs/result-section.tsx'

interface FlowOutAttemptsProps {
  job: JobWithNotices
  attempts: readonly DeployAttempt[]
}

/** Each deployment that was tried, with what Salesforce answered. */
export function FlowOutAttempts({ job, attempts }: FlowOutAttemptsProps) {
  if (attempts.length === 0) return null
  return (
    <ResultSection title={`Attempts (${attempts.length})`}>
      <ol className="flex flex-col gap-2">
        {attempts.map((attempt) => (
          <li key={attempt.number} className="flex gap-2">
            <StatusIcon status={attempt.isSuccessful ? 'Succeeded' : 'Failed'} isNamed className="mt-0.5" />
            <div className="min-w-0">
              <p>
                <span className="font-medium">{`Attempt ${attempt.number}`}</span>
                <span className="text-fg-2">{` · ${summaryOf(attempt)}`}</span>
                <DeploymentLink job={job} deploymentId={attempt.deploymentId} />
              </p>
              {attempt.errorMessage ? (
                <p className="text-fg-2 wrap-anywhere">
                  {attempt.errorStatusCode ? `${attempt.errorStatusCode}: ` : ''}
                  {attempt.errorMessage}
                </p>
              ) : null}
              {attempt.fileFailures.length > 0 ? <ComponentProblems problems={attempt.fileFailures} /> : null}
            </div>
          </li>
        ))}
      </ol>
    </ResultSection>
  )
}

function summaryOf(attempt: DeployAttempt): string {
  const failed = attempt.components.filter((component) =>
    component.problems.some(({ type }) => type === 'Error'),
  ).length
  const parts = [
    attempt.isValidation ? 'validation' : 'deployment',
    `${plural(attempt.components.length, 'component')} offered${changesOf(attempt)}`,
    failed > 0 ? `${failed} failed` : null,
    attempt.apexTestRun?.hasFailedTests ? 'tests failed' : null,
    `API ${attempt.apiVersion}`,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

/** What the attempt had to add, modify and delete, in brackets; not what became of it. */
function changesOf({ diffResult }: DeployAttempt): string {
  if (diffResult === null || !diffResult.diffCounts.anyChanges) return ''
  const { added, modified, deleted } = diffResult.diffCounts
  const counts = { added, modified, deleted }
  const parts = Object.entries(counts).flatMap(([name, count]) =>
    count > 0 ? [`${formatNumber(count)} ${name}`] : [],
  )
  return ` (${parts.join(', ')})`
}

interface DeploymentLinkProps {
  job: JobWithNotices
  deploymentId: string | null
}

/** The id of a deployment, which leads to its page in Salesforce while the job knows the address of the org. */
function DeploymentLink({ job, deploymentId }: DeploymentLinkProps) {
  if (deploymentId === null) return null
  const notice = job.notices.find(
    (one) => one.subject === 'DeploymentOperationCreated' && one.body.operationId === deploymentId,
  )
  const instanceUrl = notice?.subject === 'DeploymentOperationCreated' ? notice.body.instanceUrl : null
  const href = instanceUrl === null ? null : deploymentAddress(instanceUrl, deploymentId)
  return (
    <>
      {' · '}
      <OutsideLink href={href}>{deploymentId}</OutsideLink>
    </>
  )
}
