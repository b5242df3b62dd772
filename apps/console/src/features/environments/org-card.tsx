import { type Environment, orgDisplayName } from '@sluice/contract/environment'
import { Building2 } from 'lucide-react'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { ApiVersion } from './api-version.tsx'
import { OrgDetails } from './org-details.tsx'
import { signInAddress } from './sign-in-address.ts'
import { useSalesforceInfo } from './use-salesforce-info.ts'

/** The org, the API version in use, its edition or licence and its instance. */
export function OrgCard({ environment }: { environment: Environment }) {
  const { data } = useSalesforceInfo(environment)
  return (
    <div className="min-w-0 py-1">
      <p className="flex min-h-6 items-center gap-1.5">
        <Building2 aria-hidden className="text-fg-3 size-3.5 shrink-0" />
        <OutsideLink href={signInAddress(environment)} className="truncate">
          {orgDisplayName(environment)}
        </OutsideLink>
        {data ? <ApiVersion info={data} /> : null}
      </p>
      <p className="text-12 text-fg-3 pl-5 wrap-anywhere whitespace-normal">
        <OrgDetails environment={environment} />
      </p>
    </div>
  )
}
