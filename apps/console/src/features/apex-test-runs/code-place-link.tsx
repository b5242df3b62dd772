import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import type { CodePlace } from './code-place.ts'

interface CodePlaceLinkProps {
  place: CodePlace | null
  /** The branch of the environment in which the tests ran; null when the environment is gone. */
  branch: string | null
  children: ReactNode
}

/** Leads to the code in Git where the repository has pages here, and is plain text elsewhere. */
export function CodePlaceLink({ place, branch, children }: CodePlaceLinkProps) {
  const stack = useStack()
  const params = useStackParams()
  if (stack.managedRepositoryHost !== 'BuiltIn' || branch === null || place === null) return children
  return (
    <Link
      to={`${stackPath}/repository/file/$revision`}
      params={{ ...params, revision: branch }}
      search={{ path: place.path, view: 'code', line: place.line }}
      className={linkClasses}
    >
      {children}
    </Link>
  )
}
