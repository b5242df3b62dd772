import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { cn } from '../../ui/cn.ts'

export interface Choice<T extends string> {
  value: T
  title: string
  description: string
}

interface ChoiceCardsProps<T extends string> {
  label: string
  choices: readonly Choice<T>[]
  value: T
  onValueChange: (value: T) => void
}

/** A few choices that need a sentence each. */
export function ChoiceCards<T extends string>({ label, choices, value, onValueChange }: ChoiceCardsProps<T>) {
  return (
    <RadioGroup
      aria-label={label}
      className={cn('grid gap-3', choices.length === 3 ? 'md:grid-cols-3' : 'sm:grid-cols-2')}
      value={value}
      onValueChange={(next: T) => onValueChange(next)}
    >
      {choices.map((choice) => (
        <Radio.Root
          key={choice.value}
          value={choice.value}
          className="border-line hover:bg-hover data-checked:border-accent data-checked:bg-selected data-checked:outline-accent rounded-lg border p-3 text-left data-checked:outline"
        >
          <span className="block font-semibold">{choice.title}</span>
          <span className="text-fg-2 block">{choice.description}</span>
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
