import { zodResolver } from '@hookform/resolvers/zod'
import type { CreateEnvironmentInput } from '@sluice/contract/job-commands/create-environment'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useReducer, useRef } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useClient } from '../../platform/api/client-context.tsx'
import { plural } from '../../platform/format/plural.ts'
import { type WizardStep, Wizard } from '../../platform/forms/wizard.tsx'
import { branchesQuery } from '../current-stack/head-commit.ts'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'
import { type EditedTag, type TagEvent, editedTags, nextTags } from '../environment-tags/tag-editor-state.ts'
import { apiVersionText } from '../environments/environment-api-versions.ts'
import { sandboxesQuery } from '../environments/sandboxes.query.ts'
import { useProvisionJobs } from '../job-submission/use-provision-jobs.ts'
import { proposedNames, toCreateEnvironmentTemplate } from './create-environment-form.ts'
import { type CreateEnvironmentForm, createEnvironmentSchema } from './create-environment-schema.ts'
import { ApiStep, BasicStep, BranchStep, FinalizeStep, TagsStep } from './create-environment-steps.tsx'
import type { KnownNames } from './known-names.ts'
import { SandboxStep } from './sandbox-step.tsx'

interface CreateEnvironmentWizardProps {
  initial: CreateEnvironmentForm
  initialTags: CreateEnvironmentInput['tags']
}

export function CreateEnvironmentWizard({ initial, initialTags }: CreateEnvironmentWizardProps) {
  const names = useKnownNames()
  const { known } = names
  const router = useRouter()
  const params = useStackParams()
  const form = useForm<CreateEnvironmentForm>({
    resolver: (values, context, options) =>
      zodResolver(createEnvironmentSchema(known, values))(values, context, options),
    defaultValues: initial,
    mode: 'onChange',
  })
  const [tags, dispatch] = useReducer(nextTags, [initialTags], editedTags)
  const create = useProvisionJobs(() => undefined)
  const submit = form.handleSubmit((values) =>
    create.mutate({
      jobCommandName: 'CreateEnvironment',
      jobTemplate: toCreateEnvironmentTemplate(values, known, tagsOf(tags)),
    }),
  )
  return (
    <Wizard
      form={form}
      steps={useSteps(form, names, { tags, dispatch })}
      finishLabel="Create"
      isPending={create.isPending}
      error={create.error}
      problemHeading="There was a problem starting the environment creation job"
      onLeave={() => void router.navigate({ to: `${stackPath}/environments`, params })}
      onFinish={() => void submit()}
    />
  )
}

/** Without those of a job that is run again which were deleted here. */
const tagsOf = (tags: readonly EditedTag[]) =>
  Object.fromEntries(tags.filter(({ isDeleted }) => !isDeleted).map(({ name, value }) => [name, value]))

interface Tags {
  tags: readonly EditedTag[]
  dispatch: (event: TagEvent) => void
}

const sandboxFields = [
  'sfdcSandboxName',
  'allowUseExistingSandbox',
  'sfdcSandboxDescription',
  'sfdcSandboxLicenseType',
  'accessGroup',
  'template',
] as const

function useSteps(
  form: UseFormReturn<CreateEnvironmentForm>,
  { known, branchesArePending, sandboxesArePending }: ReturnType<typeof useKnownNames>,
  { tags, dispatch }: Tags,
): WizardStep<CreateEnvironmentForm>[] {
  const values = useWatch({ control: form.control })
  const propose = usePropose(form)
  return [
    {
      id: 'basic',
      title: 'Basic information',
      fields: ['environmentName'],
      content: <BasicStep form={form} />,
      onNext: propose,
      summary: values.environmentName,
    },
    {
      id: 'branch',
      title: 'Git branch',
      fields: ['gitBranchName', 'allowUseExistingBranch'],
      content: <BranchStep form={form} known={known} isPending={branchesArePending} />,
      isBlocked: branchesArePending,
      summary: values.gitBranchName,
    },
    {
      id: 'sandbox',
      title: 'Salesforce sandbox',
      fields: sandboxFields,
      content: <SandboxStep form={form} known={known} isPending={sandboxesArePending} />,
      isBlocked: sandboxesArePending,
      summary: values.sfdcSandboxName,
    },
    {
      id: 'api',
      title: 'Salesforce API settings',
      fields: ['apiVersion'],
      content: <ApiStep form={form} />,
      summary: apiVersionText(values.apiVersion ?? 'Inferred'),
    },
    {
      id: 'tags',
      title: 'Tags',
      fields: [],
      content: <TagsStep tags={tags} dispatch={dispatch} />,
      summary: plural(Object.keys(tagsOf(tags)).length, 'tag'),
    },
    {
      id: 'finalize',
      title: 'Finalize',
      fields: [],
      content: <FinalizeStep form={form} known={known} tags={tags.filter(({ isDeleted }) => !isDeleted)} />,
    },
  ]
}

const confirmations = {
  gitBranchName: 'allowUseExistingBranch',
  sfdcSandboxName: 'allowUseExistingSandbox',
} as const

/** Fills in branch and sandbox by the name of the environment, where nobody has entered others. */
function usePropose(form: UseFormReturn<CreateEnvironmentForm>): () => void {
  const proposed = useRef({ gitBranchName: '', sfdcSandboxName: '' })
  return () => {
    const before = proposed.current
    proposed.current = proposedNames(form.getValues('environmentName'))
    for (const name of ['gitBranchName', 'sfdcSandboxName'] as const) {
      const value = form.getValues(name)
      if (value !== '' && value !== before[name]) continue
      if (value === proposed.current[name]) continue
      form.setValue(name, proposed.current[name])
      form.setValue(confirmations[name], false)
    }
  }
}

/** The names that are in use, and whether they are still asked for. */
function useKnownNames() {
  const client = useClient()
  const stack = useStack()
  const environments = useStackEnvironments()
  const branches = useQuery(branchesQuery(client, stack))
  const sandboxes = useQuery(sandboxesQuery(client, stack))
  const known = useMemo<KnownNames>(
    () => ({
      environments,
      branches: branches.data?.filter(({ isBranch }) => isBranch).map(({ shortName }) => shortName) ?? null,
      sandboxes: sandboxes.data?.map(({ name }) => name) ?? null,
    }),
    [environments, branches.data, sandboxes.data],
  )
  return { known, branchesArePending: branches.isLoading, sandboxesArePending: sandboxes.isLoading }
}
