import { zodResolver } from '@hookform/resolvers/zod'
import type { Schedule, ScheduleProblem } from '@sluice/contract/schedule'
import { scheduleFields } from '@sluice/contract/schedules'
import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { InlineForm } from '../../platform/forms/inline-form.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Switch } from '../../platform/ui/switch.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { RecurrenceField, RecurrencePreview, useCheckedRecurrence } from './recurrence-field.tsx'
import { useChangeSchedule } from './use-change-schedule.ts'

interface ScheduleProps {
  schedule: Schedule
}

/** Whether and when the schedule runs, and what went wrong. */
export function ScheduleExecution({ schedule }: ScheduleProps) {
  const { isEnabled, nextOccurrenceUtc, lastExecutedUtc, problems } = schedule
  return (
    <Card title="Execution">
      <Properties
        rows={[
          { label: 'Enabled', value: <EnableSwitch schedule={schedule} /> },
          { label: 'Recurrence', value: <Recurrence schedule={schedule} /> },
          ...(isEnabled
            ? [{ label: 'Next execution', value: <Timestamp moment={nextOccurrenceUtc} /> }]
            : []),
          { label: 'Last executed', value: <Timestamp moment={lastExecutedUtc} /> },
          { label: 'Problems', value: <ScheduleProblems problems={problems} /> },
        ]}
      />
    </Card>
  )
}

/** Saves when it is switched. */
function EnableSwitch({ schedule }: ScheduleProps) {
  const change = useChangeSchedule()
  const isAllowed = useNotAllowed()('updateSchedule', schedule) === null
  const save = useMutation({ mutationFn: async (isEnabled: boolean) => change(schedule, { isEnabled }) })
  return (
    <div className="flex flex-col gap-2 py-2">
      <Switch
        aria-label="Enabled"
        checked={save.isPending ? save.variables : schedule.isEnabled}
        disabled={!isAllowed || save.isPending}
        onCheckedChange={(isOn) => save.mutate(isOn)}
      />
      <ErrorPanel heading="There was a problem enabling or disabling the schedule" error={save.error} />
    </div>
  )
}

function Recurrence({ schedule }: ScheduleProps) {
  const [isEditing, setEditing] = useState(false)
  const disabledReason = useNotAllowed()('updateSchedule', schedule)
  const { upcoming } = useCheckedRecurrence(schedule.recurrence)
  if (isEditing) return <RecurrenceForm schedule={schedule} onClose={() => setEditing(false)} />
  return (
    <div className="flex flex-col gap-2 py-2">
      <span className="inline-flex items-center gap-2">
        <code className="text-12 font-mono">{schedule.recurrence}</code>
        <Button
          intent="quiet"
          size="iconSm"
          aria-label="Edit recurrence"
          disabledReason={disabledReason}
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden className="size-3.5!" />
        </Button>
      </span>
      <RecurrencePreview
        recurrence={schedule.recurrence}
        upcoming={upcoming}
        isEnabled={schedule.isEnabled}
      />
    </div>
  )
}

const recurrenceForm = z.object({ recurrence: scheduleFields.recurrence })

function RecurrenceForm({ schedule, onClose }: ScheduleProps & { onClose: () => void }) {
  const change = useChangeSchedule()
  const form = useForm({
    resolver: zodResolver(recurrenceForm),
    defaultValues: { recurrence: schedule.recurrence },
    mode: 'onTouched',
  })
  const save = useMutation({
    mutationFn: async ({ recurrence }: { recurrence: string }) => change(schedule, { recurrence }),
    onSuccess: onClose,
  })
  return (
    <InlineForm
      label="Recurrence"
      isPending={save.isPending}
      error={save.error}
      problemHeading="There is a problem saving the recurrence pattern"
      onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}
      onCancel={onClose}
    >
      <RecurrenceField control={form.control} name="recurrence" />
    </InlineForm>
  )
}

/** What kept jobs of the last occurrence from starting. */
function ScheduleProblems({ problems }: { problems: readonly ScheduleProblem[] }) {
  if (problems.length === 0) return <span className="text-fg-2">None</span>
  return (
    <ul className="flex flex-col gap-2 py-2" aria-label="Problems">
      {problems.map(({ createdUtc, message, details }, index) => (
        // Problems have no ids, and the list is replaced as a whole.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="border-amber-edge border-l-2 pl-3">
          <p className="font-medium">{message}</p>
          {details === null ? null : <p className="text-fg-2 whitespace-pre-line">{details}</p>}
          <p className="text-12 text-fg-2">
            <Timestamp moment={createdUtc} />
          </p>
        </li>
      ))}
    </ul>
  )
}
