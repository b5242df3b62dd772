import { zodResolver } from '@hookform/resolvers/zod'
import { optionalText, requiredText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import type { TokenResponse } from '@sluice/contract/salesforce-sign-in'
import { CircleCheck } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useConfig } from '../../platform/config.tsx'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'

const form = z.object({
  companyName: requiredText('Company name', limits.companyName),
  createSandboxEnvironments: z.boolean(),
  repositoryUsernameToInvite: optionalText('GitHub username', limits.gitHubUsername),
})

export type OnboardingChoices = z.output<typeof form> & { sfdcEncryptedToken: string }

interface OnboardingFormProps {
  token: TokenResponse
  error: Error | null
  onChange: () => void
  onSubmit: (choices: OnboardingChoices) => void
}

export function OnboardingForm({ token, error, onChange, onSubmit }: OnboardingFormProps) {
  const { gitHubOrganizationUrl } = useConfig()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: {
      companyName: token.orgName,
      createSandboxEnvironments: true,
      repositoryUsernameToInvite: '',
    },
  })
  const submit = handleSubmit((choices) => onSubmit({ ...choices, sfdcEncryptedToken: token.encryptedToken }))
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <ErrorPanel heading="There was a problem starting the initialization process" error={error} />
      <div className="border-line flex items-start gap-3 rounded-lg border p-4">
        <CircleCheck aria-hidden className="text-green-solid mt-0.5 size-4 shrink-0" strokeWidth={2.25} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">Connected to {token.orgName}</p>
          <p className="text-fg-2 wrap-anywhere">
            {token.username} · {token.domain}
          </p>
        </div>
        <button type="button" className={linkClasses} onClick={onChange}>
          Change
        </button>
      </div>
      <TextField
        control={control}
        name="companyName"
        label="Company name"
        hint="Your workspace and your Git repository are named after it. You can rename the workspace later."
        autoComplete="organization"
      />
      <CheckboxField
        control={control}
        name="createSandboxEnvironments"
        label="Create two developer sandboxes"
        hint="Each gets an environment with a branch of its own. They use two sandbox licenses of your org."
      />
      {gitHubOrganizationUrl === null ? null : (
        <TextField
          control={control}
          name="repositoryUsernameToInvite"
          label="GitHub username"
          hint={`Optional. The repository is made in ${gitHubOrganizationUrl}, and whoever you name is invited to read it.`}
          autoComplete="off"
        />
      )}
      <Button intent="primary" size="lg" type="submit">
        Initialize now
      </Button>
    </form>
  )
}
