import { ArrowDownToLine, ArrowUpFromLine, ChevronDown, GitMerge } from 'lucide-react'
import { Button } from '../../platform/ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../platform/ui/menu.tsx'
import type { Flow } from '../job-submission/started-flow.ts'
import { useStack } from '../current-stack/stack-context.tsx'

/** Starts flows for the chosen environments. */
export function FlowMenu({ onStart }: { onStart: (flow: Flow) => void }) {
  const { isInitialized } = useStack()
  return (
    <Menu>
      <MenuTrigger
        render={<Button disabledReason={isInitialized ? null : 'The stack is not initialized.'} />}
        disabled={!isInitialized}
      >
        Flow <ChevronDown aria-hidden />
      </MenuTrigger>
      <MenuContent>
        <MenuItem onClick={() => onStart('in')}>
          <ArrowDownToLine aria-hidden /> Flow in
        </MenuItem>
        <MenuItem onClick={() => onStart('out')}>
          <ArrowUpFromLine aria-hidden /> Flow out
        </MenuItem>
        <MenuItem onClick={() => onStart('mergeFrom')}>
          <GitMerge aria-hidden /> Flow merge
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
