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
import { useStack } from '../../current-stack/stack-context.tsx'
import { useNotAllowed } from '../../workspaces/use-actor.ts'
import { whyNotRerun } from '../../jobs/job-actions.ts'
import type { RerunFailedDialogProps } from '../rerun-failed-dialog.tsx'

// The dialog is loaded when it opens, because most visitors only read the result.
const Dialog = onDemand<RerunFailedDialogProps>(
  async () => (await import('../rerun-failed-dialog.tsx')).RerunFailedDialog,
)

interface RerunFailedButtonProps {
  job: JobWithNotices
  result: FlowOutResult
  /** Whether the branch has the components that failed; a flow merge that was not pushed leaves them out of it. */
  isInBranch: boolean
}

/** Offers a flow out of only the components that failed; renders nothing where none failed or the environment was deleted. */
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
  // Fetches the difference before the dialog opens, so that the dialog does not change its height.
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

/** The environment to whose org the job deployed; null for the job that creates an environment, which deploys too. */
const environmentOf = ({ commandName, mainEnvironmentId }: JobWithNotices): string | null =>
  commandName === 'FlowOut' || commandName === 'FlowMerge' ? mainEnvironmentId : null
