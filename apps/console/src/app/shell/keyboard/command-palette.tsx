import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { StartedFlow } from '../../../features/job-submission/started-flow.ts'
import { type Command, type CommandGroup, findCommands } from './command.ts'
import { Keys } from './keys.tsx'
import { useCommands } from './use-commands.ts'

interface CommandPaletteProps {
  isOpen: boolean
  onClose: () => void
  onStartFlow: (flow: StartedFlow) => void
}

/** Everything that a person can go to or start, found by typing a part of its name. */
export function CommandPalette({ isOpen, onClose, onStartFlow }: CommandPaletteProps) {
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-black/60" />
        <Dialog.Popup
          aria-label="Command palette"
          className="bg-surface shadow-modal fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-144 max-w-[calc(100vw-1.5rem)] -translate-x-1/2 flex-col overflow-hidden rounded-lg outline-none max-sm:top-3"
        >
          <PaletteList onClose={onClose} onStartFlow={onStartFlow} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Mounted anew each time that the palette opens, so that it begins without a query. */
function PaletteList({ onClose, onStartFlow }: Omit<CommandPaletteProps, 'isOpen'>) {
  const [query, setQuery] = useState('')
  const commands = useCommands(onStartFlow)
  const groups = useMemo(() => findCommands(commands, query), [commands, query])
  const choose = (command: Command) => {
    onClose()
    command.run()
  }
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={query}
      itemToStringValue={(command: Command) => command.label}
      onValueChange={(value, { reason }) => {
        // A chosen command is run; its name does not become the query.
        if (reason !== 'item-press') setQuery(value)
      }}
    >
      <div className="border-line flex items-center gap-2.5 border-b px-4">
        <Search aria-hidden className="text-fg-3 size-4 shrink-0" />
        <Autocomplete.Input
          aria-label="Search pages, environments, jobs and actions"
          placeholder="Search pages, environments, jobs and actions"
          className="placeholder:text-fg-3 text-14 h-12 min-w-0 flex-1 bg-transparent outline-none"
        />
        <Dialog.Close className="sr-only">Close</Dialog.Close>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-1.5">
        <Autocomplete.Empty className="text-fg-2 px-3 py-8 text-center empty:hidden">
          Nothing matches “{query}”.
        </Autocomplete.Empty>
        <Autocomplete.List>
          {(group: CommandGroup) => (
            <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
              <Autocomplete.GroupLabel className="text-11 text-fg-3 px-2.5 pt-2 pb-1 font-medium tracking-wide">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => (
                  <PaletteItem key={command.id} command={command} onChoose={() => choose(command)} />
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )
}

function PaletteItem({ command, onChoose }: { command: Command; onChoose: () => void }) {
  const { icon: Icon, label, detail, keys } = command
  return (
    <Autocomplete.Item
      value={command}
      onClick={onChoose}
      className="data-highlighted:bg-hover flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 outline-none select-none"
    >
      <Icon aria-hidden className="text-fg-3 size-4 shrink-0" />
      <span className="min-w-0 truncate">{label}</span>
      {detail ? <span className="text-fg-2 text-12 min-w-0 flex-1 truncate">{detail}</span> : null}
      {keys ? (
        <span className="ml-auto max-sm:hidden">
          <Keys keys={keys} />
        </span>
      ) : null}
    </Autocomplete.Item>
  )
}
