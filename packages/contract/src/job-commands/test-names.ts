import { z } from 'zod'

const explained = (what: string) =>
  `${what} must be a set of valid Apex ${what === 'Test suites' ? 'test suite' : 'class'} names, separated by whitespace, comma or semicolon`

/** A list of Apex names as it is sent; forms split their text with `splitNames`. */
export const testNames = (what: 'Test classes' | 'Test suites') =>
  z.array(z.string().max(255).regex(/^\w+$/, explained(what))).max(2000)

/** The text of a form's field. */
export const testNamesText = (what: 'Test classes' | 'Test suites') =>
  z.string().regex(/^[\w,;\s]*$/, explained(what))

/** Splits on white space, comma and semicolon. */
export const splitNames = (text: string): string[] => text.split(/[\s,;]+/).filter((name) => name !== '')

/** The message for a test level that needs classes and has none. */
export const testClassMissing =
  "At least one test class must be specified when using test level 'RunSpecifiedTests'"
