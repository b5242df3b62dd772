import type { Environment } from '@sluice/contract/environment'
import type { JobWithNotices } from '@sluice/contract/job'
import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import {
  type FlowOutValidation,
  deployableTime,
  whyNotDeploy,
} from '@sluice/contract/job-commands/quick-deploy'
import { useCallback, useState } from 'react'
import { entities } from '../../../entities.ts'
import { useDerived, useEntity } from '../../../platform/entities/use-entity.ts'
import { useNowByHalfMinute } from '../../../platform/format/clock.ts'
import { plural } from '../../../platform/format/plural.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../../platform/ui/error-panel.tsx'
import { useHeadCommit } from '../../current-stack/head-commit.ts'
import { useQuickDeploy } from '../../job-submission/use-provision-jobs.ts'
import { useNotAllowed } from '../../workspaces/use-actor.ts'
import { ResultSection } from '../../jobs/result-section.tsx'

interface DeployNowProps {
  job: JobWithNotices
  result: FlowOutResult
}

/** Offers to deploy what a check-only flow out validated, or says why that is not possible. */
export function DeployNow({ job, result }: DeployNowProps) {
  const environment = useEntity(entities.environments, job.mainEnvironmentId)
  const { isCheckOnly, isSuccessful, attempts, validation } = result
  const last = attempts.at(-1)
  if (!isCheckOnly || !isSuccessful || last === undefined || !environment) return null
  if (validation === null) {
    // Results of earlier releases hold no validation although tests ran.
    return last.apexTestRun === null ? <NotNow reason={noTests} /> : null
  }
  return <Offer job={job} result={result} environment={environment} validation={validation} />
}

const noTests =
  'Salesforce deploys a check without repeating it only if Apex tests ran in it, and none did. A check with another test level can be deployed.'

interface OfferProps extends DeployNowProps {
  environment: Environment
  validation: FlowOutValidation
}

function Offer({ job, result, environment, validation }: OfferProps) {
  const [isAsking, setAsking] = useState(false)
  const head = useHeadCommit(environment)
  const moment = new Date(useNowByHalfMinute())
  const deployment = useDeploymentOf(job.id)
  const notAllowed = useNotAllowed()
  const reason =
    deployment ??
    whyNotDeploy(validation, moment, {
      headCommitHash: head.hash,
      outboundCommitHash: environment.latestKnownParityCommitHashOutbound,
    }) ??
    notAllowed('startFlow', environment)
  if (reason !== null) return <NotNow reason={reason} />
  return (
    <ResultSection title="Deploy now">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button intent="primary" disabled={head.isPending} onClick={() => setAsking(true)}>
          Deploy now
        </Button>
        <p className="text-fg-2 min-w-0 flex-1 basis-64">
          {`Salesforce deploys what it validated here without running the tests again: ${deployableTime(validation, moment)}.`}
        </p>
      </div>
      <Confirmation
        job={job}
        result={result}
        environment={environment}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      />
    </ResultSection>
  )
}

function NotNow({ reason }: { reason: string }) {
  return (
    <ResultSection title="Deploy now">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabledReason={reason}>Deploy now</Button>
        <p className="text-fg-2 min-w-0 flex-1 basis-64">{reason}</p>
      </div>
    </ResultSection>
  )
}

interface ConfirmationProps extends DeployNowProps {
  environment: Environment
  isOpen: boolean
  onClose: () => void
}

function Confirmation({ job, result, environment, isOpen, onClose }: ConfirmationProps) {
  const deploy = useQuickDeploy(job.id, onClose)
  const { successes, failures } = result
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        deploy.reset()
        onClose()
      }}
      title="Deploy now"
      action="Deploy now"
      intent="primary"
      isPending={deploy.isPending}
      problem={<ErrorPanel heading="There was a problem starting the new job" error={deploy.error} />}
      onConfirm={() => deploy.mutate()}
    >
      <p>{`This deploys ${plural(successes.length, 'component')} to ${environment.name}, as they were validated.`}</p>
      {failures.length > 0 ? (
        <p className="pt-2">{`Left out as in the check: ${plural(failures.length, 'component')} that failed.`}</p>
      ) : null}
    </ConfirmDialog>
  )
}

/** What a job makes of the validation already; null where no job deploys it or has deployed it. */
function useDeploymentOf(validatedJobId: string): string | null {
  const find = useCallback(
    (jobs: ReadonlyMap<string, JobWithNotices>) => {
      const own = [...jobs.values()].filter(
        ({ commandInput }) => commandInput['validatedJobId'] === validatedJobId,
      )
      if (own.some(({ outcome }) => outcome === 'Succeeded')) return 'It was deployed.'
      return own.some(({ status }) => status !== 'Ended') ? 'A job deploys it.' : null
    },
    [validatedJobId],
  )
  return useDerived(entities.jobs, find)
}
