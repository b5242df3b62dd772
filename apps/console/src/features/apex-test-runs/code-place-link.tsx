import { type PlacedStack, repositoryPath } from '@sluice/contract/metadata-layout'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'

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

/** A line of a class or trigger in Git. */
export interface CodePlace {
  path: string
  line: number
}

interface ApexCode {
  name: string
  isTrigger: boolean
}

/** Where the code of a class or trigger is, below the folder of the metadata in Git. */
export function codePath({ name, isTrigger }: ApexCode, stack: PlacedStack): string {
  return repositoryPath(stack, isTrigger ? `triggers/${name}.trigger` : `classes/${name}.cls`)
}
