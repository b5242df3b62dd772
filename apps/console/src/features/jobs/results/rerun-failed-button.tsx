import type { Environment } from '@sluice/contract/environment'
import type { JobWithNotices } from '@sluice/contract/job'
import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { entities } from '../../../entities.ts'
import { useEntity } from '../../../platform/entities/use-entity.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { onDemand } from '../../../platform/ui/on-demand.tsx'
import { useDifferenceList } from '../../differences/use-difference.ts'
import { useStack } from '../../stacks/stack-context.tsx'
import { useNotAllowed } from '../../workspaces/use-actor.ts'
import { whyNotRerun } from '../job-actions.ts'
import type { RerunFailedDialogProps } from '../rerun-failed-dialog.tsx'

// The form of a flow out is loaded when it opens, because most results are only read.
const Dialog = onDemand<RerunFailedDialogProps>(
  async () => (await import('../rerun-failed-dialog.tsx')).RerunFailedDialog,
)

interface RerunFailedButtonProps {
  job: JobWithNotices
  result: FlowOutResult
  /** Whether the branch has what failed: not where a flow merge did not push it. */
  isInBranch: boolean
}

/** Starts a flow out of what failed alone; nothing where nothing failed or the environment is gone. */
export function RerunFailedButton(props: RerunFailedButtonProps) {
  const environment = useEntity(entities.environments, environmentOf(props.job))
  if (props.result.failures.length === 0 || environment === undefined) return null
  return <Offer {...props} environment={environment} />
}

function Offer({
  job,
  result,
  isInBranch,
  environment,
}: RerunFailedButtonProps & { environment: Environment }) {
  const { isInitialized } = useStack()
  const notAllowed = useNotAllowed()
  const [isOpen, setOpen] = useState(false)
  // What else differs is fetched beforehand, so that the dialog does not grow after it has opened.
  useDifferenceList(environment)
  const operation = result.isCheckOnly ? 'startCheckOnlyFlow' : 'startFlow'
  const reason = isInBranch
    ? (whyNotRerun(job, isInitialized) ?? notAllowed(operation, environment))
    : `The merge was not pushed: the branch of ${environment.name} does not have what failed.`
  return (
    <>
      <Button size="sm" disabledReason={reason} onClick={() => setOpen(true)}>
        <RotateCcw aria-hidden /> Rerun failed only
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} job={job} result={result} />
    </>
  )
}

/** The environment whose org got the deployment; null for jobs that deploy only to make an environment. */
function environmentOf({ commandName, commandInput }: JobWithNotices): string | null {
  const id =
    commandName === 'FlowOut'
      ? commandInput['environmentId']
      : commandName === 'FlowMerge'
        ? commandInput['targetEnvironmentId']
        : null
  return typeof id === 'string' ? id : null
}
