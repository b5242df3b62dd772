import { sandboxLicenseLabels } from '@sluice/contract/sandbox'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useClient, type SluiceClient } from '../../platform/api/client-context.tsx'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { SelectField } from '../../platform/forms/fields/select-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { needsAccessGroup, sourceOf, takesTemplate } from './create-environment-schema.ts'
import { type StepProps, useConfirmedName } from './create-environment-steps.tsx'
import { sandboxExists } from './known-names.ts'
import type { Stack } from '@sluice/contract/stack'

export function SandboxStep({ form, known, isPending }: StepProps & { isPending: boolean }) {
  const name = useConfirmedName(form, 'sfdcSandboxName', 'allowUseExistingSandbox')
  const exists = sandboxExists(known, name)
  const source = sourceOf(known, form.getValues())?.name ?? 'the source environment'
  return (
    <>
      {exists === null && !isPending ? (
        <Notice
          kind="warning"
          title="We are not able to determine which sandboxes already exist. You can still proceed with environment creation."
        />
      ) : null}
      <TextField
        control={form.control}
        name="sfdcSandboxName"
        label="Sandbox name"
        hint={exists === false ? `The sandbox does not exist. It is copied from ${source}.` : undefined}
        isMono
      />
      {exists === false || isPending ? null : (
        <CheckboxField
          control={form.control}
          name="allowUseExistingSandbox"
          label="Use existing sandbox"
          hint={
            exists
              ? 'The sandbox exists already. Its metadata may be overwritten: the first flow out makes it like the branch.'
              : 'If the sandbox exists already, its metadata may be overwritten: the first flow out makes it like the branch.'
          }
        />
      )}
      {exists === true ? null : <NewSandbox form={form} />}
    </>
  )
}

function NewSandbox({ form }: Pick<StepProps, 'form'>) {
  const { control } = form
  const sfdcSandboxLicenseType = useWatch({ control, name: 'sfdcSandboxLicenseType' })
  const isDeveloper = needsAccessGroup({ sfdcSandboxLicenseType })
  return (
    <>
      <TextField control={control} name="sfdcSandboxDescription" label="Sandbox description" rows={2} />
      <SelectField
        control={control}
        name="sfdcSandboxLicenseType"
        label="License type"
        items={sandboxLicenseLabels}
      />
      {isDeveloper ? <AccessGroup form={form} /> : null}
      {takesTemplate({ sfdcSandboxLicenseType }) ? <Template form={form} /> : null}
      {isDeveloper ? (
        <CheckboxField
          control={control}
          name="hasAdditionalStorage"
          label="Additional storage"
          hint="Salesforce charges a license for it."
        />
      ) : null}
    </>
  )
}

function AccessGroup({ form }: Pick<StepProps, 'form'>) {
  const { data, error, isPending } = useQuery(accessGroupsQuery(useClient(), useStack()))
  const groups = data?.map(({ developerName, name }) => [developerName, name] as const)
  return (
    <>
      <SelectField
        control={form.control}
        name="accessGroup"
        label="Access group"
        hint="Only members of this public group get into the sandbox."
        items={choices(groups, isPending)}
      />
      <ErrorPanel
        heading="There was a problem fetching the access groups. Reload the page to try again."
        error={error}
      />
    </>
  )
}

function Template({ form }: Pick<StepProps, 'form'>) {
  const { data, error, isPending } = useQuery(sandboxTemplatesQuery(useClient(), useStack()))
  const templates = data?.map(({ developerName }) => [developerName, developerName] as const)
  return (
    <>
      <SelectField
        control={form.control}
        name="template"
        label="Template"
        hint="The objects whose records are copied."
        items={choices(templates, isPending)}
      />
      <ErrorPanel
        heading="There was a problem fetching the templates. Reload the page to try again."
        error={error}
      />
    </>
  )
}

/** The first choice stands for none. */
const choices = (
  known: readonly (readonly [value: string, label: string])[] | undefined,
  isPending: boolean,
): Record<string, string> => Object.fromEntries([['', isPending ? 'Loading…' : 'None'], ...(known ?? [])])

type Ids = Pick<Stack, 'id' | 'workspaceId'>

const paramsOf = ({ id: stackId, workspaceId }: Ids) => ({ workspaceId, stackId })

/** The public groups that a new sandbox may let in. */
const accessGroupsQuery = (client: SluiceClient, stack: Ids) =>
  queryOptions({
    queryKey: ['access groups', stack.id],
    queryFn: async ({ signal }) => client.stacks.listSandboxPublicGroups({ params: paramsOf(stack), signal }),
  })

/** The templates that a new sandbox may be copied by. */
const sandboxTemplatesQuery = (client: SluiceClient, stack: Ids) =>
  queryOptions({
    queryKey: ['sandbox templates', stack.id],
    queryFn: async ({ signal }) => client.stacks.listSandboxTemplates({ params: paramsOf(stack), signal }),
  })
