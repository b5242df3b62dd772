import { type Environment, orgDisplayName } from '@sluice/contract/environment'
import { createFileRoute } from '@tanstack/react-router'
import { Building2, GitBranch } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../platform/ui/card.tsx'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { ChangedInOrg } from '../difference-page/changed-in-org.tsx'
import { DifferenceLink, SyncDebtLine } from '../differences/difference-cell.tsx'
import { differenceSentence } from '../differences/difference-text.ts'
import { LastLook } from '../differences/last-look.tsx'
import { NextStepButton } from '../difference-page/next-step-button.tsx'
import { useDifference, useWatchDifferences } from '../differences/use-difference.ts'
import { WaitingForOrg } from '../difference-page/waiting-for-org.tsx'
import { BranchLink } from '../repository/repository-links.tsx'
import { ApiVersion } from './api-version.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { FlowArrows } from './flow-arrows.tsx'
import { HeadCommit, OpenInEditor } from './git-branch-card.tsx'
import { OrgDetails } from './org-details.tsx'
import { RecentJobs } from './recent-jobs.tsx'
import { signInAddress } from './sign-in-address.ts'
import { useSalesforceInfo } from './use-salesforce-info.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug/flow',
)({ component: FlowTab, staticData: { title: 'Flow' } })

/** What waits in the branch, what changed in the org, and between them what to do next. */
function FlowTab() {
  const environment = useEnvironment()
  useWatchDifferences()
  return (
    <div className="flex flex-col gap-4">
      <Card className="p-4 sm:p-6">
        <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_15rem_minmax(0,1fr)]">
          <BranchEnd environment={environment} />
          <Between environment={environment} />
          <OrgEnd environment={environment} />
        </div>
      </Card>
      <RecentJobs environment={environment} />
    </div>
  )
}

const BranchEnd = ({ environment }: { environment: Environment }) => (
  <End icon={<GitBranch aria-hidden className="size-4" />} kind="Git branch">
    <p className="text-16 pt-2 font-semibold wrap-anywhere">
      <BranchLink environment={environment} />
    </p>
    <p className="text-12 text-fg-2 flex flex-wrap gap-x-2 leading-6">
      <HeadCommit environment={environment} />
      <OpenInEditor environment={environment} />
    </p>
    <Known>
      <WaitingForOrg environment={environment} />
    </Known>
  </End>
)

function OrgEnd({ environment }: { environment: Environment }) {
  const { data } = useSalesforceInfo(environment)
  return (
    <End icon={<Building2 aria-hidden className="size-4" />} kind="Salesforce org">
      <p className="text-16 pt-2 font-semibold wrap-anywhere">
        <OutsideLink href={signInAddress(environment)}>{orgDisplayName(environment)}</OutsideLink>
      </p>
      <p className="text-12 text-fg-2 min-h-6 leading-6 wrap-anywhere">
        <OrgDetails environment={environment} /> {data ? <ApiVersion info={data} /> : null}
      </p>
      <Known>
        <ChangedInOrg environment={environment} />
      </Known>
    </End>
  )
}

/** What stands between branch and org, the one action that follows, and the flows. */
function Between({ environment }: { environment: Environment }) {
  const difference = useDifference(environment.id)
  return (
    <div className="flex min-w-0 flex-col items-center gap-3 self-start py-2 text-center xl:sticky xl:top-4">
      <p className="text-14 font-semibold wrap-anywhere">
        {difference
          ? differenceSentence(difference, environment.gitBranchName)
          : 'What differs is not known yet.'}
      </p>
      <div className="flex flex-col items-center gap-2">
        <NextStepButton environment={environment} />
      </div>
      <p className="text-12 text-fg-2 min-h-4">{difference ? <LastLook difference={difference} /> : null}</p>
      <SyncDebtLine environment={environment} />
      <FlowArrows environment={environment} />
      <div className="min-h-6">
        {difference ? (
          <DifferenceLink environment={environment}>Show the whole difference</DifferenceLink>
        ) : null}
      </div>
    </div>
  )
}

/** Keeps the place of what is fetched after the page is painted. */
const Known = ({ children }: { children: ReactNode }) => (
  <div className="border-line mt-3 flex min-h-40 flex-col gap-1 border-t pt-3">{children}</div>
)

const End = ({ icon, kind, children }: { icon: ReactNode; kind: string; children: ReactNode }) => (
  <div className="border-line min-w-0 rounded-lg border p-4">
    <p className="text-12 text-fg-2 flex items-center gap-2 font-medium">
      {icon}
      {kind}
    </p>
    {children}
  </div>
)
