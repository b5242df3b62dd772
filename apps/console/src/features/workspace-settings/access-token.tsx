import type { Workspace } from '@sluice/contract/workspace'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useClient } from '../../platform/api/client-context.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { maskedSecret } from '../../platform/ui/masked-secret.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'

/** The CLI access token: fetched only when a person asks to see it, and forgotten when it is hidden. */
export function AccessToken({ workspace }: { workspace: Workspace }) {
  const client = useClient()
  const notAllowed = useNotAllowed()('readAccessToken', workspace)
  const show = useMutation({
    mutationFn: () => client.workspaces.getLicenseKey({ params: { workspaceId: workspace.id } }),
    gcTime: 0,
  })
  return (
    <div className="flex flex-col gap-1 py-1">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2">
        {show.data ? (
          <CopyText text={show.data.licenseKey} label="CLI access token" className="max-w-full" />
        ) : (
          <span className="font-mono">{workspace.licenseKeyIsSet ? maskedSecret : '—'}</span>
        )}
        <Button
          size="sm"
          intent="quiet"
          aria-label={show.data ? 'Hide CLI access token' : 'Show CLI access token'}
          disabledReason={notAllowed}
          isPending={show.isPending}
          onClick={() => (show.data ? show.reset() : show.mutate())}
        >
          {show.data ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          {show.data ? 'Hide' : 'Show'}
        </Button>
      </div>
      <p className="text-12 text-fg-2">
        Authenticates the command-line companion of this workspace, which is not part of this release. Nothing
        else accepts it.
      </p>
      <ErrorPanel heading="There was a problem fetching the CLI access token" error={show.error} />
    </div>
  )
}
