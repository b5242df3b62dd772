import { orgDisplayName } from '@sluice/contract/environment'
import { createFileRoute } from '@tanstack/react-router'
import { Building2, GitBranch } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../platform/ui/card.tsx'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { BranchLink } from '../repository/repository-links.tsx'
import { ApiVersion } from './api-version.tsx'
import { useEnvironment } from './environment-context.tsx'
import { FlowArrows } from './flow-arrows.tsx'
import { HeadCommit, OpenInEditor } from './git-branch-card.tsx'
import { OrgDetails } from './org-details.tsx'
import { signInAddress } from './sign-in-address.ts'
import { useSalesforceInfo } from './use-salesforce-info.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug/flow',
)({ component: FlowTab, staticData: { title: 'Flow' } })

/** Branch and org, and the two ways between them. */
function FlowTab() {
  const environment = useEnvironment()
  const { data } = useSalesforceInfo(environment)
  return (
    <Card className="p-4 sm:p-6">
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_13rem_minmax(0,1fr)] md:gap-1">
        <End icon={<GitBranch aria-hidden className="size-4" />} kind="Git branch">
          <p className="text-16 pt-2 font-semibold wrap-anywhere">
            <BranchLink environment={environment} />
          </p>
          <p className="text-12 text-fg-2 flex flex-wrap gap-x-2 leading-6">
            <HeadCommit environment={environment} />
            <OpenInEditor environment={environment} />
          </p>
        </End>
        <FlowArrows environment={environment} />
        <End icon={<Building2 aria-hidden className="size-4" />} kind="Salesforce org">
          <p className="text-16 pt-2 font-semibold wrap-anywhere">
            <OutsideLink href={signInAddress(environment)}>{orgDisplayName(environment)}</OutsideLink>
          </p>
          <p className="text-12 text-fg-2 wrap-anywhere">
            <OrgDetails environment={environment} />
          </p>
          <p className="min-h-6">{data ? <ApiVersion info={data} /> : null}</p>
        </End>
      </div>
    </Card>
  )
}

function End({ icon, kind, children }: { icon: ReactNode; kind: string; children: ReactNode }) {
  return (
    <div className="border-line min-w-0 rounded-lg border p-4">
      <p className="text-12 text-fg-2 flex items-center gap-2 font-medium">
        {icon}
        {kind}
      </p>
      {children}
    </div>
  )
}
