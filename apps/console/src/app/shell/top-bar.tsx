import { Link, useParams } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useUser } from '../../features/auth/session-context.tsx'
import { Mark } from '../../platform/ui/mark.tsx'
import { useConfig } from '../../platform/config.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { StackSelector } from './stack-selector.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { useOpenWorkspace } from './use-open-workspace.ts'
import { UserMenu } from './user-menu.tsx'
import { WorkspaceSelector } from './workspace-selector.tsx'

export function TopBar({ onOpenNavigation }: { onOpenNavigation: (() => void) | null }) {
  const { productName } = useConfig()
  const { workspaceSlug } = useParams({ strict: false })
  return (
    <header className="border-line bg-surface flex min-w-0 items-center gap-1 border-b px-3">
      {onOpenNavigation ? (
        <Button
          intent="quiet"
          size="icon"
          aria-label="Open navigation"
          className="-ml-1 lg:hidden"
          onClick={onOpenNavigation}
        >
          <MenuIcon aria-hidden />
        </Button>
      ) : null}
      <Link to="/" aria-label={`${productName}, home`} className="mr-1 shrink-0 rounded-md">
        <Mark />
      </Link>
      <WorkspaceSelector />
      {workspaceSlug ? (
        <>
          <span aria-hidden className="text-line-strong">
            /
          </span>
          <StackSelector workspaceSlug={workspaceSlug} />
        </>
      ) : null}
      <div className="flex-1" />
      <Badges />
      <ThemeMenu />
      <UserMenu />
    </header>
  )
}

function Badges() {
  const user = useUser()
  const workspace = useOpenWorkspace()
  return (
    <div className="hidden items-center gap-1.5 pr-1 md:flex">
      {user?.isGlobalAdministrator ? <ToneChip tone="neutral">Global administrator</ToneChip> : null}
      {workspace && workspace.ownerUserId === user?.id ? (
        <ToneChip tone="neutral">Workspace owner</ToneChip>
      ) : null}
    </div>
  )
}
