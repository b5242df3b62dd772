import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// The merge must know our type scale, or it takes text-13 for a colour and drops it beside text-fg.
const merge = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['11', '12', '13', '14', '16', '20', '24'] }] } },
})

export const cn = (...values: ClassValue[]): string => merge(clsx(values))
