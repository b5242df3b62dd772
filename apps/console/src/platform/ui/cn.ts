import { clsx, type ClassValue } from 'clsx'

/** What one class decides. Of two that decide the same, under the same condition, the later one stays. */
const deciders: [decides: string, RegExp][] = [
  ['display', /^(flex|inline-flex|grid|block|inline-block|inline|contents|hidden)$/],
  ['text size', /^text-\d+$/],
  ['text align', /^text-(left|center|right)$/],
  ['text colour', /^text-/],
  ['font weight', /^font-(normal|medium|semibold|bold)$/],
  ['ground', /^bg-/],
  ['border colour', /^border-(?!0$|[xytblr]$|[xytblr]-\d)/],
  ['rounding', /^rounded(-|$)/],
  ['height', /^h-/],
  ['width', /^w-/],
  ['least height', /^min-h-/],
  ['least width', /^min-w-/],
  ['most height', /^max-h-/],
  ['most width', /^max-w-/],
  ['size', /^size-/],
  ['padding', /^p-/],
  ['padding x', /^px-/],
  ['padding y', /^py-/],
  ['padding left', /^pl-/],
  ['padding right', /^pr-/],
  ['gap', /^gap-\d/],
  ['shrinking', /^shrink(-0)?$/],
  ['justify', /^justify-/],
  ['align', /^items-/],
]

/** What a class takes with it: all padding decides the padding of each side too. */
const includes: Record<string, string[]> = {
  padding: ['padding x', 'padding y', 'padding left', 'padding right'],
  'padding x': ['padding left', 'padding right'],
  size: ['height', 'width'],
}

function keyOf(name: string): { condition: string; decides: string } | null {
  const at = name.lastIndexOf(':')
  const utility = name.slice(at + 1)
  const found = deciders.find(([, pattern]) => pattern.test(utility))
  return found ? { condition: name.slice(0, at + 1), decides: found[0] } : null
}

/** Joins class names. A component's own classes come first and give way to those it was passed. */
export function cn(...values: ClassValue[]): string {
  const decided = new Set<string>()
  const kept: string[] = []
  for (const name of clsx(values).split(' ').toReversed()) {
    const key = keyOf(name)
    if (key && decided.has(key.condition + key.decides)) continue
    if (key)
      for (const each of [key.decides, ...(includes[key.decides] ?? [])]) decided.add(key.condition + each)
    kept.push(name)
  }
  return kept.toReversed().join(' ')
}
