import { Link, useRouter } from '@tanstack/react-router'
import { useSession, useUser } from '../../features/auth/session-context.tsx'
import { rememberedWorkspace } from '../../features/workspaces/remembered-workspace.ts'
import { useConfig } from '../../platform/config.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuLink, MenuTrigger } from '../../platform/ui/menu.tsx'
import { MenuGroup, MenuLabel, MenuSeparator } from '../../platform/ui/menu-group.tsx'

export function UserMenu() {
  const user = useUser()
  const { documentationUrl, commandLineUrl, supportEmailAddress } = useConfig()
  const signOut = useSignOut()
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
            <MenuItem render={<Link to="/undelivered-mail" />}>Undelivered mail</MenuItem>
          ) : null}
          <MenuLink href={documentationUrl}>Docs</MenuLink>
          <MenuLink href={commandLineUrl}>CLI</MenuLink>
          <MenuLink href={`mailto:${supportEmailAddress}`}>Technical support</MenuLink>
        </MenuGroup>
        <MenuSeparator />
        <MenuItem onClick={() => void signOut()}>Sign out</MenuItem>
      </MenuContent>
    </Menu>
  )
}

function useSignOut() {
  const session = useSession()
  const router = useRouter()
  return async () => {
    await session.signOut()
    rememberedWorkspace.clear()
    await router.navigate({ to: '/signin' })
  }
}
