const rules = new Intl.PluralRules('en')
const numbers = new Intl.NumberFormat('en')

/** "1 file", "1,204 files": the number and the noun that fits it. */
export function plural(count: number, one: string, other = `${one}s`): string {
  return `${numbers.format(count)} ${rules.select(count) === 'one' ? one : other}`
}

export const formatNumber = (value: number): string => numbers.format(value)
