import { Plus } from 'lucide-react'
import { Button, type ButtonProps } from '../../platform/ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../platform/ui/menu.tsx'
import { MenuGroup, MenuLabel, MenuSeparator } from '../../platform/ui/menu-group.tsx'
import { Tooltip } from '../../platform/ui/tooltip.tsx'
import { Sample, SampleSection } from './sample-section.tsx'

const intents = ['primary', 'neutral', 'quiet', 'danger'] as const
const sizes = ['sm', 'md', 'lg'] as const
const states: [name: string, props: ButtonProps][] = [
  ['enabled', {}],
  ['disabled', { disabled: true }],
  ['disabled with a reason', { disabledReason: 'The stack is not initialized.' }],
  ['at work', { isPending: true }],
]

export const ButtonSamples = () => (
  <SampleSection title="Buttons and menus">
    {states.map(([name, props]) => (
      <Sample key={name} name={`Buttons, ${name}`}>
        {intents.map((intent) => (
          <Button key={intent} intent={intent} {...props}>
            {intent} {name}
          </Button>
        ))}
      </Sample>
    ))}
    <Sample name="Sizes, icons, tooltips and menus">
      {sizes.map((size) => (
        <Button key={size} size={size}>
          <Plus aria-hidden /> Size {size}
        </Button>
      ))}
      <Tooltip label="Says what the icon means">
        <Button size="icon" aria-label="Add">
          <Plus aria-hidden />
        </Button>
      </Tooltip>
      <Menu>
        <MenuTrigger render={<Button />}>Menu</MenuTrigger>
        <MenuContent>
          <MenuGroup>
            <MenuLabel>Group</MenuLabel>
            <MenuItem>First</MenuItem>
            <MenuItem disabled>Second, disabled</MenuItem>
          </MenuGroup>
          <MenuSeparator />
          <MenuItem>Third</MenuItem>
        </MenuContent>
      </Menu>
    </Sample>
  </SampleSection>
)
