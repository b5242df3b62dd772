import { zodResolver } from '@hookform/resolvers/zod'
import { type ScheduledCommandName, scheduledCommandNames, scheduleFields } from '@sluice/contract/schedules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useClient } from '../../platform/api/client-context.tsx'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { type WizardStep, Wizard } from '../../platform/forms/wizard.tsx'
import { Properties } from '../../platform/ui/card.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { RecurrenceField } from './recurrence-field.tsx'
import { recurrenceText } from './recurrence-text.ts'
import { recurrenceQuery } from './recurrence.query.ts'
import { scheduledJobChoices, scheduledJobTitle } from './scheduled-jobs.ts'
import { type JobSettings, useSettingsOfEachType } from './use-job-settings.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/create-schedule',
)({ component: CreateSchedulePage, staticData: { title: 'Create a new schedule' } })

function CreateSchedulePage() {
  const params = Route.useParams()
  const router = useRouter()
  const form = useForm<CreateScheduleForm, unknown, CreatedSchedule>({
    resolver: zodResolver(createScheduleForm),
    defaultValues: newCreateScheduleForm,
    mode: 'onTouched',
  })
  const settings = useSettingsOfEachType()
  const create = useCreateSchedule()
  const submit = form.handleSubmit((values) =>
    create.mutate({ ...values, jobTemplate: settings[values.jobCommandName].template() }),
  )
  return (
    <div className="mx-auto w-full max-w-180">
      <PageHeader
        title="Create a new schedule"
        meta="A schedule starts jobs by itself, by a recurrence in UTC."
      />
      <Wizard
        form={form}
        steps={useSteps(form, settings)}
        finishLabel="Create"
        isPending={create.isPending}
        error={create.error}
        problemHeading="There was a problem creating the schedule"
        onLeave={() =>
          void router.navigate({ to: '/workspaces/$workspaceSlug/stacks/$stackSlug/schedules', params })
        }
        onFinish={() => void submit()}
      />
    </div>
  )
}

function useCreateSchedule() {
  const { id: stackId, workspaceId } = useStack()
  const params = Route.useParams()
  const client = useClient()
  const router = useRouter()
  return useMutation({
    mutationFn: async (body: CreatedSchedule & { jobTemplate: Record<string, unknown> }) => {
      const { id } = await client.schedules.create({ params: { workspaceId, stackId }, body })
      await router.navigate({
        to: '/workspaces/$workspaceSlug/stacks/$stackSlug/schedules/$scheduleId',
        params: { ...params, scheduleId: id },
        replace: true,
      })
    },
  })
}

function useSteps(
  form: WizardForm,
  settings: Record<CreateScheduleForm['jobCommandName'], JobSettings>,
): WizardStep<CreateScheduleForm>[] {
  const values = useWatch({ control: form.control })
  const { jobCommandName: type = newCreateScheduleForm.jobCommandName } = values
  const isAccepted = useIsAccepted()
  return [
    {
      id: 'basic',
      title: 'Basic information',
      fields: ['name', 'description'],
      content: <BasicStep form={form} />,
      summary: values.name,
    },
    {
      id: 'type',
      title: 'Job type',
      fields: [],
      content: (
        <JobTypeStep
          form={form}
          onChange={(changed) => {
            form.setValue('jobCommandName', changed)
            settings[changed].setUnattended()
          }}
        />
      ),
      summary: scheduledJobTitle(type),
    },
    {
      id: 'settings',
      title: 'Job settings',
      fields: [],
      content: settings[type].fields,
      isValid: settings[type].isValid,
    },
    {
      id: 'execution',
      title: 'Execution',
      fields: ['recurrence', 'isEnabled'],
      content: <ExecutionStep form={form} />,
      isValid: async () => isAccepted(form.getValues('recurrence')),
      summary: recurrenceText(values.recurrence?.trim() ?? ''),
    },
    { id: 'finalize', title: 'Finalize', fields: [], content: <FinalizeStep form={form} /> },
  ]
}

/** Whether the server accepts a recurrence; the field says why not. */
function useIsAccepted() {
  const client = useClient()
  const queries = useQueryClient()
  return async (recurrence: string): Promise<boolean> =>
    queries.fetchQuery(recurrenceQuery(client, recurrence.trim())).then(
      () => true,
      () => false,
    )
}

type WizardForm = UseFormReturn<CreateScheduleForm, unknown, CreatedSchedule>

interface StepProps {
  form: WizardForm
}

function BasicStep({ form: { control } }: StepProps) {
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

function JobTypeStep({ form, onChange }: JobTypeStepProps) {
  const type = useWatch({ control: form.control, name: 'jobCommandName' })
  return <ChoiceCards label="Job type" value={type} onValueChange={onChange} choices={scheduledJobChoices} />
}

function ExecutionStep({ form: { control } }: StepProps) {
  return (
    <>
      <RecurrenceField control={control} name="recurrence" />
      <CheckboxField control={control} name="isEnabled" label="Enable this schedule when creating it" />
    </>
  )
}

function FinalizeStep({ form }: StepProps) {
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

/** The wizard's values besides the settings of the job, which have a form for each type. */
const createScheduleForm = z.object({
  name: scheduleFields.name,
  description: scheduleFields.description,
  jobCommandName: z.custom<ScheduledCommandName>(),
  recurrence: scheduleFields.recurrence,
  isEnabled: z.boolean(),
})
type CreateScheduleForm = z.input<typeof createScheduleForm>
type CreatedSchedule = z.output<typeof createScheduleForm>

const newCreateScheduleForm: CreateScheduleForm = {
  name: '',
  description: '',
  jobCommandName: scheduledCommandNames[0],
  recurrence: '',
  isEnabled: true,
}
