import { ExternalLink } from 'lucide-react'
import { buttonClasses } from '../../platform/ui/button.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { isSafeAddress } from '../../platform/ui/text-link.tsx'

/** Opens a page of Salesforce in a tab of its own; inactive while its address is not known. */
export function ConnectLink({ address }: { address: string | null }) {
  const look = cn(buttonClasses({ intent: 'primary', size: 'lg' }), 'grow')
  if (address === null || !isSafeAddress(address))
    return (
      // A link without an address is a link that is not active yet.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles, jsx-a11y/anchor-is-valid -- without an address the role is not implied
      <a role="link" aria-disabled="true" data-disabled="" className={look}>
        Connect
      </a>
    )
  return (
    <a href={address} target="_blank" rel="noreferrer" className={look}>
      Connect <ExternalLink aria-hidden />
    </a>
  )
}
