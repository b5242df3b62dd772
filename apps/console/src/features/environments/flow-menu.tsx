import { ArrowDownToLine, ArrowUpFromLine, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../platform/ui/menu.tsx'
import { FlowInDialog, FlowOutDialog } from '../job-submission/dialogs.tsx'
import { newFlowIn } from '../job-submission/flow-in-form.ts'
import { newFlowOut } from '../job-submission/flow-out-form.ts'
import { useStack } from '../stacks/stack-context.tsx'

/** Starts flows for the chosen environments. */
export function FlowMenu({ environmentIds }: { environmentIds: readonly string[] }) {
  const { isInitialized } = useStack()
  const [flowIn, setFlowIn] = useState<ReturnType<typeof newFlowIn> | null>(null)
  const [flowOut, setFlowOut] = useState<ReturnType<typeof newFlowOut> | null>(null)
  return (
    <>
      <Menu>
        <MenuTrigger
          render={<Button disabledReason={isInitialized ? null : 'The stack is not initialized.'} />}
          disabled={!isInitialized}
        >
          Flow <ChevronDown aria-hidden />
        </MenuTrigger>
        <MenuContent>
          <MenuItem onClick={() => setFlowIn(newFlowIn(environmentIds))}>
            <ArrowDownToLine aria-hidden /> Flow in
          </MenuItem>
          <MenuItem onClick={() => setFlowOut(newFlowOut(environmentIds))}>
            <ArrowUpFromLine aria-hidden /> Flow out
          </MenuItem>
        </MenuContent>
      </Menu>
      <FlowInDialog isOpen={flowIn !== null} onClose={() => setFlowIn(null)} initial={flowIn} />
      <FlowOutDialog isOpen={flowOut !== null} onClose={() => setFlowOut(null)} initial={flowOut} />
    </>
  )
}
