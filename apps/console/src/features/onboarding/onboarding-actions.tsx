import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../platform/api/client-context.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useSignOut } from '../workspaces/use-sign-out.ts'
import { workspaceListQuery } from '../workspaces/workspace-list.query.ts'

/** The ways out: to the workspaces of somebody who has one, and the sign-out. */
export function OnboardingActions() {
  const { data: workspaces } = useQuery(workspaceListQuery(useClient()))
  const signOut = useSignOut()
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      {workspaces === undefined || workspaces.length === 0 ? null : (
        <Link to="/workspaces" className={linkClasses}>
          Back to your workspace
        </Link>
      )}
      <Button size="sm" intent="quiet" onClick={() => void signOut()}>
        Sign out
      </Button>
    </div>
  )
}
