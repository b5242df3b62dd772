import { createFileRoute } from '@tanstack/react-router'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { BasicInformation } from './basic-information.tsx'
import { DangerZone } from './danger-zone.tsx'
import { GitConnectionSettings } from './git-connection-settings.tsx'
import { SalesforceConnectionSettings } from './salesforce-connection-settings.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { StackRawJson } from './stack-raw-json.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/settings',
)({
  component: StackSettingsPage,
  staticData: { title: 'Settings' },
})

function StackSettingsPage() {
  const stack = useStack()
  return (
    <div className="max-w-240">
      <PageHeader
        title="Settings"
        meta={
          <>
            <span>{stack.name}</span>
            <span>{stack.slug}</span>
            <CopyText text={stack.id} label="stack ID" className="max-w-full" />
            <span>
              Created <Timestamp moment={stack.createdUtc} /> by <MemberName userId={stack.createdByUserId} />
            </span>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <BasicInformation stack={stack} />
        <GitConnectionSettings stack={stack} />
        <SalesforceConnectionSettings stack={stack} />
        <StackRawJson stack={stack} />
        <DangerZone stack={stack} />
      </div>
    </div>
  )
}
