export const navigationLinkClasses =
  'flex h-8 items-center gap-2.5 rounded-md px-2 text-fg-2 hover:bg-hover hover:text-fg aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-fg [&>svg]:size-4 [&>svg]:shrink-0'

export const navigationClasses = 'flex w-full flex-col gap-0.5 p-2'
