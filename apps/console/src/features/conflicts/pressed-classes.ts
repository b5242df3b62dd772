/** How a button looks whose choice holds. */
export const pressedClasses =
  'border-accent bg-accent-soft text-accent-fg hover:bg-accent-soft data-disabled:bg-accent-soft data-disabled:text-accent-fg font-semibold'
