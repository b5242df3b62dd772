import { Switch as Base } from '@base-ui/react/switch'

/** On or off, at once. The field or an `aria-label` names it. */
export function Switch(props: Omit<Base.Root.Props, 'className'>) {
  return (
    <Base.Root
      className="bg-line-strong data-checked:bg-accent data-disabled:bg-pressed relative flex h-5 w-9 shrink-0 items-center rounded-full p-0.5 transition-colors duration-100 before:absolute before:-inset-0.5"
      {...props}
    >
      <Base.Thumb className="size-4 rounded-full bg-surface transition-transform duration-100 data-checked:translate-x-4" />
    </Base.Root>
  )
}
