import { Menu as Base } from '@base-ui/react/menu'
import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { Button } from '../../platform/ui/button.tsx'
import { Menu, MenuContent, MenuTrigger } from '../../platform/ui/menu.tsx'
import { popupItemClasses } from '../../platform/ui/popup-classes.ts'
import { chooseTheme, type ThemeChoice, themeChoices, useThemeChoice } from '../../platform/ui/theme.ts'

const looks = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
}

export function ThemeMenu() {
  const choice = useThemeChoice()
  const { icon: Icon, label } = looks[choice]
  return (
    <Menu>
      <MenuTrigger render={<Button intent="quiet" size="icon" />} aria-label={`Theme: ${label}`}>
        <Icon aria-hidden />
      </MenuTrigger>
      <MenuContent align="end">
        <Base.RadioGroup value={choice} onValueChange={(value: ThemeChoice) => chooseTheme(value)}>
          {themeChoices.map((value) => (
            <Base.RadioItem
              key={value}
              value={value}
              closeOnClick
              className={`${popupItemClasses} grid grid-cols-[1rem_1fr]`}
            >
              <Base.RadioItemIndicator>
                <Check aria-hidden />
              </Base.RadioItemIndicator>
              <span className="col-start-2">{looks[value].label}</span>
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      </MenuContent>
    </Menu>
  )
}
