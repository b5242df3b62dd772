import { apexClass, customObject } from '../sample-metadata.ts'

/** What an org or a branch has: a value of each class and of each field of one object; nothing of what is absent. */
export type Values = ReadonlyMap<string, string>

export const classNames = ['Alpha', 'Beta', 'Gamma'] as const
export const fieldNames = ['Color__c', 'Doors__c', 'Wheels__c'] as const
export const trackedNames: readonly string[] = [...classNames, ...fieldNames]

const car = customObject('Car__c')
export const isField = (name: string): boolean => name.endsWith('__c')

/** The file in which a tracked component lies: conflicts are settled by whole files. */
export const fileOf = (name: string): string => (isField(name) ? car.file : apexClass(name).file)

/** A class with such a value does not compile. */
export const isBroken = (value: string | undefined): boolean => value?.startsWith('Missing') ?? false

/** The value that the number makes of a component, which nothing else has. */
export function valueOf(name: string, number: number, broken = false): string {
  if (isField(name)) return String(number)
  return broken ? `Missing v${number} = new Missing();` : `// v${number}`
}

export function withValue(values: Values, name: string, value: string | null): Values {
  const after = new Map(values)
  if (value === null) after.delete(name)
  else after.set(name, value)
  return after
}
