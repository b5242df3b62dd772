import type { Environment } from '@sluice/contract/environment'
import type { Stack } from '@sluice/contract/stack'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shortHash } from '../../platform/format/commit-hash.ts'
import { cn } from '../../platform/ui/cn.ts'
import { linkClasses, OutsideLink } from '../../platform/ui/text-link.tsx'
import { repositoryAddress } from '../current-stack/repository-address.ts'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'

interface RepositoryLinkProps {
  stack: Stack
  className?: string
  children: ReactNode
}

/** Leads to the pages of a repository: those of the console for one that is hosted here, else those of its provider. */
export function RepositoryLink({ stack, className, children }: RepositoryLinkProps) {
  const { workspaceSlug = '' } = useParams({ strict: false })
  if (stack.managedRepositoryHost !== 'BuiltIn')
    return (
      <OutsideLink href={repositoryAddress(stack)} {...(className ? { className } : {})}>
        {children}
      </OutsideLink>
    )
  return (
    <Link
      to={`${stackPath}/repository`}
      params={{ workspaceSlug, stackSlug: stack.slug }}
      className={cn(linkClasses, className)}
    >
      {children}
    </Link>
  )
}

/** The branch of an environment. */
export function BranchLink({ environment, className }: { environment: Environment; className?: string }) {
  const stack = useStack()
  const params = useStackParams()
  const { gitBranchName: branch, gitBranchDisplayUrl: href } = environment
  if (stack.managedRepositoryHost !== 'BuiltIn')
    return (
      <OutsideLink href={href} {...(className ? { className } : {})}>
        {branch}
      </OutsideLink>
    )
  return (
    <Link
      to={`${stackPath}/repository/tree/$revision`}
      params={{ ...params, revision: branch }}
      search={{ path: '' }}
      className={cn(linkClasses, className)}
    >
      {branch}
    </Link>
  )
}

/** A commit of the open stack by its short hash. */
export function CommitLink({ hash, className }: { hash: string; className?: string }) {
  const stack = useStack()
  const params = useStackParams()
  const classes = cn('font-mono', className)
  if (stack.managedRepositoryHost !== 'BuiltIn')
    return (
      <OutsideLink href={commitAddress(stack, hash)} className={classes}>
        {shortHash(hash)}
      </OutsideLink>
    )
  return (
    <Link
      to={`${stackPath}/repository/commit/$hash`}
      params={{ ...params, hash }}
      className={cn(linkClasses, classes)}
    >
      {shortHash(hash)}
    </Link>
  )
}

interface ComparisonLinkProps {
  from: string
  to: string
  children: ReactNode
}

/** A link to the comparison of two commits of the open stack's repository. */
export function ComparisonLink({ from, to, children }: ComparisonLinkProps) {
  const stack = useStack()
  const params = useStackParams()
  if (stack.managedRepositoryHost !== 'BuiltIn')
    return <OutsideLink href={comparisonAddress(stack, { from, to })}>{children}</OutsideLink>
  return (
    <Link
      to={`${stackPath}/repository/compare/$from/$to`}
      params={{ ...params, from, to }}
      className={linkClasses}
    >
      {children}
    </Link>
  )
}

/** Where a commit can be looked at, or null when the provider shows none. */
const commitAddress = (stack: Pick<Stack, 'gitDisplayInfo'>, hash: string): string | null =>
  stack.gitDisplayInfo?.commitDetailsDisplayUrlTemplate?.replace('{hash}', hash) ?? null

/** Where two commits can be compared, or null when the provider shows no comparison. */
const comparisonAddress = (
  stack: Pick<Stack, 'gitDisplayInfo'>,
  { from, to }: { from: string; to: string },
): string | null =>
  stack.gitDisplayInfo?.commitCompareDisplayUrlTemplate?.replace('{from}', from).replace('{to}', to) ?? null
