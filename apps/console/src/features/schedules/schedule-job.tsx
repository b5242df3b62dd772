import type { Schedule } from '@sluice/contract/schedule'
import { isScheduledCommand } from '@sluice/contract/schedules'
import { useMutation } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { InlineForm } from '../../platform/forms/inline-form.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { type ScheduledJobForm, scheduledJobForms } from './scheduled-job-forms.ts'
import { scheduledJobTitle } from './scheduled-jobs.ts'
import { useChangeSchedule } from './use-change-schedule.ts'
import { useJobSettings } from './use-job-settings.tsx'

interface ScheduleProps {
  schedule: Schedule
}

export function ScheduleJob({ schedule }: ScheduleProps) {
  const { jobCommandName } = schedule
  return (
    <Card title="Job">
      <Properties
        rows={[
          {
            label: 'Job type',
            value: (
              <div className="py-1.5">
                {scheduledJobTitle(jobCommandName)}
                <p className="text-12 text-fg-2">
                  To use a different job type, create a new schedule with the desired job type.
                </p>
              </div>
            ),
          },
        ]}
      />
      <StoredSettings schedule={schedule} />
    </Card>
  )
}

/** The form of the type, with the stored settings. */
function StoredSettings({ schedule }: ScheduleProps) {
  const { jobCommandName } = schedule
  if (!isScheduledCommand(jobCommandName)) return null
  switch (jobCommandName) {
    case 'FlowIn':
      return <Editor form={scheduledJobForms.FlowIn} schedule={schedule} />
    case 'FlowOut':
      return <Editor form={scheduledJobForms.FlowOut} schedule={schedule} />
    case 'FlowMerge':
      return <Editor form={scheduledJobForms.FlowMerge} schedule={schedule} />
    case 'RunApexTests':
      return <Editor form={scheduledJobForms.RunApexTests} schedule={schedule} />
    case 'DeleteEnvironment':
      return <Editor form={scheduledJobForms.DeleteEnvironment} schedule={schedule} />
    default:
      return jobCommandName satisfies never
  }
}

interface EditorProps<F extends FieldValues> extends ScheduleProps {
  form: ScheduledJobForm<F>
}

function Editor<F extends FieldValues>({ form, schedule }: EditorProps<F>) {
  const settings = useJobSettings(form, schedule.jobTemplate)
  const change = useChangeSchedule()
  const isAllowed = useNotAllowed()('updateSchedule', schedule) === null
  const save = useMutation({
    mutationFn: async () => {
      if (await settings.isValid()) await change(schedule, { jobTemplate: settings.template() })
    },
  })
  return (
    <InlineForm
      label="Job settings"
      isPending={save.isPending}
      error={save.error}
      problemHeading="There is a problem saving the job settings"
      isSaveDisabled={!isAllowed}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
      onCancel={() => {
        save.reset()
        settings.reset()
      }}
    >
      {settings.fields}
    </InlineForm>
  )
}
