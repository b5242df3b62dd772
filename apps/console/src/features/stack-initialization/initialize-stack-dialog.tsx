import { zodResolver } from '@hookform/resolvers/zod'
import { gitBranchName } from '@sluice/contract/job-commands/branch-name'
import {
  type InitializeStackTemplate,
  initializeStackTemplate,
} from '@sluice/contract/job-commands/initialize-stack'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Control, useForm, type UseFormSetValue, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { useSettled } from '../../platform/ui/use-settled.ts'
import { Button } from '../../platform/ui/button.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { useProvisionJobs } from '../job-submission/use-provision-jobs.ts'
import { FoundLayout } from './found-layout.tsx'

const form = initializeStackTemplate.extend({ isCustomized: z.boolean() })
type FormInput = z.input<typeof form>
type FormOutput = z.output<typeof form>

interface InitializeStackDialogProps {
  isOpen: boolean
  onClose: () => void
  initial?: Partial<InitializeStackTemplate>
}

export function InitializeStackDialog({ isOpen, onClose, initial }: InitializeStackDialogProps) {
  const { defaultIncludeSpecs } = useConfig()
  const { control, handleSubmit, formState, reset, setValue } = useForm<FormInput, unknown, FormOutput>({
    resolver: zodResolver(form),
    mode: 'onChange',
  })
  const provision = useProvisionJobs(onClose)
  const forgetError = provision.reset
  useEffect(() => {
    if (!isOpen) return
    forgetError()
    reset({
      productionEnvironmentName: 'Production',
      gitBranchName: 'main',
      includeSpecs: defaultIncludeSpecs,
      collectRetrievedMetadataArchives: false,
      isCustomized: initial?.includeSpecs !== undefined && initial.includeSpecs !== defaultIncludeSpecs,
      ...initial,
    })
  }, [isOpen, initial, defaultIncludeSpecs, reset, forgetError])
  const look = useLayoutOfBranch(useSettled(useWatch({ control, name: 'gitBranchName' }) ?? '', 400), isOpen)
  const submit = handleSubmit((values) =>
    provision.mutate({
      jobCommandName: 'InitializeStack',
      jobTemplate: initializeStackTemplate.strip().parse(values),
    }),
  )
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      isChanged={formState.isDirty}
      title="Initialize stack"
      description="Retrieves the metadata of the production org and commits it to Git."
      submitLabel="Start"
      isPending={provision.isPending}
      isSubmitDisabled={!formState.isValid || typeof look.data?.refusal === 'string'}
      error={provision.error}
      problemHeading="There was a problem starting the stack initialization job"
      onSubmit={submit}
    >
      <TextField control={control} name="productionEnvironmentName" label="Production environment name" />
      <TextField control={control} name="gitBranchName" label="Git branch name" isMono />
      <FoundLayout look={look} />
      <MoreOptions control={control} setValue={setValue} />
    </FormDialog>
  )
}

/** How the branch keeps metadata, before anything is written to it. */
function useLayoutOfBranch(branch: string, isOpen: boolean) {
  const client = useClient()
  const { id: stackId, workspaceId, metadataDirectoryRelativePath, gitRepositoryUrl } = useStack()
  return useQuery({
    queryKey: ['layout', stackId, branch, metadataDirectoryRelativePath],
    queryFn: ({ signal }) =>
      client.stacks.getLayout({ params: { workspaceId, stackId }, query: { branch }, signal }),
    enabled: isOpen && gitRepositoryUrl !== '' && gitBranchName.safeParse(branch).success,
    staleTime: 0,
    retry: false,
  })
}

interface MoreOptionsProps {
  control: Control<FormInput, unknown, FormOutput>
  setValue: UseFormSetValue<FormInput>
}

function MoreOptions({ control, setValue }: MoreOptionsProps) {
  const { defaultIncludeSpecs } = useConfig()
  const isCustomized = useWatch({ control, name: 'isCustomized' })
  const resetSpecs = () => setValue('includeSpecs', defaultIncludeSpecs, { shouldValidate: true })
  return (
    <details className="border-line rounded-lg border">
      <summary className="cursor-default rounded-lg px-4 py-2.5 font-medium">More options</summary>
      <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
        <ChoiceCards
          label="Include specs"
          value={isCustomized ? 'custom' : 'default'}
          onValueChange={(value) => {
            setValue('isCustomized', value === 'custom')
            if (value === 'default') resetSpecs()
          }}
          choices={[
            {
              value: 'default',
              title: 'Use default',
              description: 'The metadata types that teams usually deploy.',
            },
            { value: 'custom', title: 'Customize', description: 'Say line by line what is included.' },
          ]}
        />
        {isCustomized ? (
          <>
            <TextField
              control={control}
              name="includeSpecs"
              label="Include specs"
              hint="One pattern per line; a line that begins with ! excludes. Kept in the file .sluiceinclude."
              rows={12}
              isMono
            />
            <div>
              <Button size="sm" onClick={resetSpecs}>
                Reset
              </Button>
            </div>
          </>
        ) : null}
        <CheckboxField
          control={control}
          name="collectRetrievedMetadataArchives"
          label="Collect retrieved metadata archives"
          hint="Keeps what Salesforce sent as artifacts of the job."
        />
      </div>
    </details>
  )
}
