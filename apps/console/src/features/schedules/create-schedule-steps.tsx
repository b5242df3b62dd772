import { type UseFormReturn, useWatch } from 'react-hook-form'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Properties } from '../../platform/ui/card.tsx'
import type { CreateScheduleForm, CreatedSchedule } from './create-schedule-form.ts'
import { RecurrenceField } from './recurrence-field.tsx'
import { recurrenceText } from './recurrence-text.ts'
import { scheduledJobChoices, scheduledJobTitle } from './scheduled-jobs.ts'

export type WizardForm = UseFormReturn<CreateScheduleForm, unknown, CreatedSchedule>

interface StepProps {
  form: WizardForm
}

export function BasicStep({ form: { control } }: StepProps) {
  return (
    <>
      <TextField control={control} name="name" label="Schedule name" />
      <TextField control={control} name="description" label="Description (optional)" rows={3} />
    </>
  )
}

interface JobTypeStepProps extends StepProps {
  onChange: (type: CreateScheduleForm['jobCommandName']) => void
}

export function JobTypeStep({ form, onChange }: JobTypeStepProps) {
  const type = useWatch({ control: form.control, name: 'jobCommandName' })
  return <ChoiceCards label="Job type" value={type} onValueChange={onChange} choices={scheduledJobChoices} />
}

export function ExecutionStep({ form: { control } }: StepProps) {
  return (
    <>
      <RecurrenceField control={control} name="recurrence" />
      <CheckboxField control={control} name="isEnabled" label="Enable this schedule when creating it" />
    </>
  )
}

export function FinalizeStep({ form }: StepProps) {
  const values = useWatch({ control: form.control })
  return (
    <>
      <p className="text-fg-2">
        The schedule is created with these settings. Its jobs run with your rights, and show the schedule as
        their creator.
      </p>
      <div className="border-line rounded-lg border">
        <Properties
          rows={[
            { label: 'Name', value: values.name },
            { label: 'Job type', value: scheduledJobTitle(values.jobCommandName) },
            { label: 'Recurrence', value: recurrenceText(values.recurrence?.trim() ?? '') },
            { label: 'Enabled', value: values.isEnabled ? 'Yes' : 'No' },
          ]}
        />
      </div>
    </>
  )
}
