import { Switch as Base } from '@base-ui/react/switch'

export function Switch(props: Omit<Base.Root.Props, 'className'>) {
  return (
    <Base.Root
      className="bg-line-strong data-checked:bg-accent relative flex h-5 w-9 shrink-0 rounded-full p-0.5 transition-colors before:absolute before:-inset-1 data-disabled:opacity-50"
      {...props}
    >
      <Base.Thumb className="bg-surface size-4 rounded-full transition-transform data-checked:translate-x-4" />
    </Base.Root>
  )
}
