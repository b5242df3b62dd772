import type { ListedWorkspace } from '@sluice/contract/workspace'
import { Link } from '@tanstack/react-router'
import { buttonClasses } from '../../platform/ui/button.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { AuthFrame } from '../auth/auth-frame.tsx'

/** Also for an invitation that was accepted before and is gone. */
export const AlreadyMember = ({ workspace }: { workspace: ListedWorkspace }) => (
  <AuthFrame title="Invitation">
    <Notice kind="info" title="Already a member">
      <p className="wrap-anywhere">{`You are a member of ${workspace.name}.`}</p>
    </Notice>
    <Link
      to="/workspaces/$workspaceSlug"
      params={{ workspaceSlug: workspace.slug }}
      className={buttonClasses({ intent: 'primary', size: 'lg' })}
    >
      Go to workspace
    </Link>
  </AuthFrame>
)
