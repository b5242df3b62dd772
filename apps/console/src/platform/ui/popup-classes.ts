/** The look that menus, selects and comboboxes share. */
export const popupClasses =
  'max-h-[min(18rem,var(--available-height))] min-w-48 overflow-y-auto rounded-lg bg-surface p-1 shadow-pop outline-none transition-[opacity,scale] duration-100 origin-(--transform-origin) data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0'
export const popupItemClasses =
  'flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-highlighted:bg-hover data-disabled:text-fg-disabled [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-fg-3'
