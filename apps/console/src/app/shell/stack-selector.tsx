import type { Stack } from '@sluice/contract/stack'
import { Link, useParams } from '@tanstack/react-router'
import { Check, ChevronsUpDown, Layers, Plus } from 'lucide-react'
import { entities } from '../../entities.ts'
import { useConnectionStatus } from '../../features/workspaces/hub-context.tsx'
import { useDerived, useEntity } from '../../platform/entities/use-entity.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../platform/ui/menu.tsx'
import { MenuGroup, MenuLabel, MenuSeparator } from '../../platform/ui/menu-group.tsx'

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

export function StackSelector({ workspaceSlug }: { workspaceSlug: string }) {
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
