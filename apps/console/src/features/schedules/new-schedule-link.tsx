import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Button, buttonClasses } from '../../platform/ui/button.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'

/** Leads to the wizard that creates a schedule, or says why it cannot be opened. */
export function NewScheduleLink() {
  const params = useStackParams()
  const disabledReason = useNotAllowed()('createSchedule')
  const label = (
    <>
      <Plus aria-hidden /> New schedule
    </>
  )
  if (disabledReason !== null)
    return (
      <Button intent="primary" disabledReason={disabledReason}>
        {label}
      </Button>
    )
  return (
    <Link
      to={`${stackPath}/create-schedule`}
      params={params}
      className={buttonClasses({ intent: 'primary' })}
    >
      {label}
    </Link>
  )
}
