import type { Stack } from '@sluice/contract/stack'
import { Link, useParams } from '@tanstack/react-router'
import { Check, ChevronsUpDown, Layers, Menu as MenuIcon, Plus, Search } from 'lucide-react'
import { entities } from '../../entities.ts'
import { useUser } from '../../features/auth/session-context.tsx'
import { useConnectionStatus } from '../../features/workspaces/hub-context.tsx'
import { useSignOut } from '../../features/workspaces/use-sign-out.ts'
import { useConfig } from '../../platform/config.tsx'
import { useDerived, useEntity } from '../../platform/entities/use-entity.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Mark } from '../../platform/ui/mark.tsx'
import { MenuGroup, MenuLabel, MenuSeparator } from '../../platform/ui/menu-group.tsx'
import { Menu, MenuContent, MenuItem, MenuLink, MenuTrigger } from '../../platform/ui/menu.tsx'
import { useKeyboardDialogs } from './keyboard/keyboard-context.tsx'
import { Keys } from './keyboard/keys.tsx'
import { paletteKeys } from './keyboard/palette-keys.ts'
import { ThemeMenu } from './theme-menu.tsx'
import { useOpenWorkspace } from './use-open-workspace.ts'
import { WorkspaceSelector } from './workspace-selector.tsx'

export function TopBar({ onOpenNavigation }: { onOpenNavigation: (() => void) | null }) {
  const { productName } = useConfig()
  const { workspaceSlug } = useParams({ strict: false })
  return (
    <header className="border-line bg-surface flex min-w-0 items-center gap-1 border-b px-3 print:hidden">
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
      <PaletteButton />
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
      {user?.isGlobalAdministrator ? <Badge>Global administrator</Badge> : null}
      {workspace && workspace.ownerUserId === user?.id ? <Badge>Workspace owner</Badge> : null}
    </div>
  )
}

/** Quiet: what a person is here all day long is no news. */
const Badge = ({ children }: { children: string }) => (
  <span className="border-line text-11 text-fg-3 rounded-sm border px-1.5 leading-5 whitespace-nowrap">
    {children}
  </span>
)

/** Opens the palette; on a phone the user menu does. */
function PaletteButton() {
  const { openPalette } = useKeyboardDialogs()
  return (
    <Button
      intent="quiet"
      aria-label="Command palette"
      aria-keyshortcuts="Control+K Meta+K"
      className="px-2 max-sm:hidden"
      onClick={openPalette}
    >
      <Search aria-hidden />
      <span className="max-lg:hidden">
        <Keys keys={paletteKeys} />
      </span>
    </Button>
  )
}

function UserMenu() {
  const user = useUser()
  const { documentationUrl, commandLineUrl, supportEmailAddress, sendsMail } = useConfig()
  const signOut = useSignOut()
  const { openPalette, openSheet } = useKeyboardDialogs()
  if (!user) return null
  const initials = `${user.firstName.charAt(0)}${user.lastName.charAt(0)}`.toUpperCase()
  return (
    <Menu>
      <MenuTrigger
        render={<Button intent="quiet" className="px-1.5" />}
        aria-label={`${initials}, user menu`}
      >
        <span
          aria-hidden
          className="bg-accent-soft text-11 text-accent-fg grid size-6 place-items-center rounded-full font-semibold"
        >
          {initials}
        </span>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuGroup>
          <MenuLabel>{user.emailAddress}</MenuLabel>
          <MenuItem render={<Link to="/profile" />}>Profile</MenuItem>
          {user.isGlobalAdministrator ? (
            <>
              <MenuItem render={<Link to="/accounts" />}>Accounts</MenuItem>
              <MenuItem render={<Link to="/undelivered-mail" />}>
                {sendsMail ? 'Undelivered mail' : 'Outbox'}
              </MenuItem>
              <MenuItem render={<Link to="/audit-log" />}>Audit log</MenuItem>
            </>
          ) : null}
          {documentationUrl === null ? null : <MenuLink href={documentationUrl}>Docs</MenuLink>}
          {commandLineUrl === null ? null : <MenuLink href={commandLineUrl}>CLI</MenuLink>}
          {supportEmailAddress === null ? null : (
            <MenuLink href={`mailto:${supportEmailAddress}`}>Technical support</MenuLink>
          )}
        </MenuGroup>
        <MenuSeparator />
        <MenuItem onClick={openPalette}>Command palette</MenuItem>
        <MenuItem onClick={openSheet}>Keyboard shortcuts</MenuItem>
        <MenuSeparator />
        <MenuItem onClick={() => void signOut()}>Sign out</MenuItem>
      </MenuContent>
    </Menu>
  )
}

const byName = (rows: ReadonlyMap<string, Stack>) =>
  [...rows.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }))

/** What stands in the place of a name: the address says which stack is open before its name is here. */
function nameWithout({
  stackSlug,
  isLoading,
}: {
  stackSlug: string | undefined
  isLoading: boolean
}): string {
  if (stackSlug !== undefined) return isLoading ? `Loading ${stackSlug}…` : stackSlug
  return isLoading ? 'Loading the stacks…' : 'Choose a stack'
}

function StackSelector({ workspaceSlug }: { workspaceSlug: string }) {
  const { stackSlug } = useParams({ strict: false })
  const stacks = useDerived(entities.stacks, byName)
  const open = stacks.find((stack) => stack.slug === stackSlug)
  const { hasFailed } = useConnectionStatus()
  const isLoading = useEntity(entities.readiness, 'state') === undefined && !hasFailed
  const name = open?.name ?? nameWithout({ stackSlug, isLoading })
  return (
    <Menu>
      <MenuTrigger
        render={<Button intent="quiet" className="text-fg min-w-0 shrink px-2" />}
        aria-label={`Stack: ${name}`}
      >
        <span className="truncate">{name}</span>
        <ChevronsUpDown aria-hidden className="text-fg-3 size-3.5!" />
      </MenuTrigger>
      <MenuContent>
        {stacks.length > 0 ? (
          <MenuGroup>
            <MenuLabel>Stacks</MenuLabel>
            {stacks.map((stack) => (
              <MenuItem
                key={stack.id}
                className="grid grid-cols-[1rem_1fr]"
                aria-current={stack === open ? 'true' : undefined}
                render={
                  <Link
                    to="/workspaces/$workspaceSlug/stacks/$stackSlug"
                    params={{ workspaceSlug, stackSlug: stack.slug }}
                  />
                }
              >
                {stack === open ? <Check aria-hidden /> : <span />}
                <span className="truncate">{stack.name}</span>
              </MenuItem>
            ))}
            <MenuSeparator />
          </MenuGroup>
        ) : null}
        <MenuItem render={<Link to="/workspaces/$workspaceSlug/create-stack" params={{ workspaceSlug }} />}>
          <Plus aria-hidden /> New stack
        </MenuItem>
        <MenuItem render={<Link to="/workspaces/$workspaceSlug/stacks" params={{ workspaceSlug }} />}>
          <Layers aria-hidden /> Manage stacks
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
