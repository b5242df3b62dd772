import type { OnboardingResponse } from '@sluice/contract/onboarding'
import { Link } from '@tanstack/react-router'
import { buttonClasses } from '../../platform/ui/button.tsx'
import type { Property } from '../../platform/ui/card.tsx'
import { CopyButton } from '../../platform/ui/copy-text.tsx'

export function OnboardingSummary({ result }: { result: OnboardingResponse }) {
  const { workspace, stack } = result
  const rows: Property[] = [{ label: 'Workspace', value: workspace.name }]
  if (stack) {
    rows.push({ label: 'Stack', value: stack.name })
    rows.push({
      label: 'Git repository',
      value: (
        <span className="text-12 flex items-center gap-1 font-mono font-normal">
          <span className="min-w-0 wrap-anywhere">{stack.gitRepositoryUrl}</span>
          <CopyButton text={stack.gitRepositoryUrl} label="repository URL" />
        </span>
      ),
    })
  }
  return (
    <>
      <p className="text-fg-2 -mt-3">
        Your metadata is on its way from Salesforce into Git. You can watch the job while it runs.
      </p>
      <dl className="border-line flex flex-col gap-3 rounded-lg border p-4">
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-12 text-fg-2">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {stack ? (
        <Link
          to="/workspaces/$workspaceSlug/stacks/$stackSlug/jobs"
          params={{ workspaceSlug: workspace.slug, stackSlug: stack.slug }}
          className={buttonClasses({ intent: 'primary', size: 'lg' })}
        >
          Start exploring
        </Link>
      ) : (
        <Link
          to="/workspaces/$workspaceSlug"
          params={{ workspaceSlug: workspace.slug }}
          className={buttonClasses({ intent: 'primary', size: 'lg' })}
        >
          Start exploring
        </Link>
      )}
    </>
  )
}
