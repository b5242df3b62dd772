import { expect, test } from 'vitest'
import { cn } from './cn.ts'

test.for([
  ['h-8 w-full', 'h-auto w-44', 'h-auto w-44'],
  ['text-13 text-fg-2', 'text-fg', 'text-13 text-fg'],
  ['px-2.5', 'pr-9', 'px-2.5 pr-9'],
  ['pr-9', 'px-2', 'px-2'],
  ['flex border border-line', 'grid border-accent', 'border grid border-accent'],
  ['hover:bg-hover bg-surface', 'bg-selected', 'hover:bg-hover bg-selected'],
  ['max-sm:w-full w-44', 'w-32', 'max-sm:w-full w-32'],
  ['border-b border-line', 'border-red-edge', 'border-b border-red-edge'],
  ['size-4', 'size-3.5', 'size-3.5'],
  ['shrink-0', 'shrink', 'shrink'],
  ['min-w-48', 'min-w-(--anchor-width)', 'min-w-(--anchor-width)'],
] as const)('%j with %j becomes %j', ([own, passed, joined]) => expect(cn(own, passed)).toBe(joined))

test('what is false or missing leaves no trace', () => expect(cn('a', false, undefined, 'b')).toBe('a b'))
