import { useId } from 'react'
import { Button } from '../../../platform/ui/button.tsx'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { Switch } from '../../../platform/ui/switch.tsx'
import { Keys } from './keys.tsx'
import { paletteKeys } from './palette-keys.ts'
import { ownPages, stackPages, workspacePages } from './pages.ts'
import { switchSingleKeys, useSingleKeys } from './single-keys.ts'

interface ListedKeys {
  keys: readonly string[]
  meaning: string
}

const goKeys = [...stackPages, ...workspacePages, ...ownPages].flatMap(({ letter, label }): ListedKeys[] =>
  letter === null ? [] : [{ keys: ['g', letter], meaning: label }],
)

const groups: { title: string; rows: readonly ListedKeys[] }[] = [
  {
    title: 'Everywhere',
    rows: [
      { keys: paletteKeys, meaning: 'Command palette' },
      { keys: ['/'], meaning: 'Filter the list' },
      { keys: ['?'], meaning: 'This list' },
      { keys: ['Esc'], meaning: 'Close what is open' },
    ],
  },
  { title: 'Go to', rows: goKeys },
  {
    title: 'In the list of environments',
    rows: [
      { keys: ['j'], meaning: 'Next row' },
      { keys: ['k'], meaning: 'Previous row' },
      { keys: ['Enter'], meaning: 'Open' },
      { keys: ['i'], meaning: 'Flow in' },
      { keys: ['o'], meaning: 'Flow out' },
    ],
  },
]

/** All keys, and the switch for those that are pressed without Ctrl or Command. */
export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const areOn = useSingleKeys()
  const label = useId()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Keyboard shortcuts"
      width="lg"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {groups.map(({ title, rows }) => (
          <section key={title} className="break-inside-avoid">
            <h3 className="text-12 text-fg-2 pb-1 font-medium">{title}</h3>
            <dl>
              {rows.map(({ keys, meaning }) => (
                <div
                  key={meaning}
                  className="border-line flex min-h-8 items-center justify-between gap-4 border-b last:border-0"
                >
                  <dt>{meaning}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="flex items-center gap-2.5 pt-4">
        <Switch checked={areOn} onCheckedChange={switchSingleKeys} aria-labelledby={label} />
        <span id={label}>Single keys, such as / and ?, do something while no field has the cursor</span>
      </div>
    </Dialog>
  )
}
