import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** Links inside text are underlined: colour alone does not make a link. */
export const linkClasses =
  'text-accent-fg underline decoration-line-strong/60 decoration-1 underline-offset-3 hover:decoration-current'

/** Only http and https become links; anything else would let a stored value run code. */
export const isSafeAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol } = new URL(address)
  return protocol === 'https:' || protocol === 'http:'
}

interface OutsideLinkProps {
  href: string | null | undefined
  children: ReactNode
  className?: string
  hasIcon?: boolean
}

/** A link that leaves the console, in a tab of its own. An unsafe or missing address shows the text alone. */
export function OutsideLink({ href, children, className, hasIcon }: OutsideLinkProps) {
  if (!href || !isSafeAddress(href)) return <span className={className}>{children}</span>
  return (
    <a href={href} target="_blank" rel="noreferrer" className={cn(linkClasses, className)}>
      {children}
      {hasIcon ? <ExternalLink aria-hidden className="mb-0.5 ml-1 inline size-3" /> : null}
    </a>
  )
}
