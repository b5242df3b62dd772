import { createHash } from 'node:crypto'
import { parseSync, Visitor } from 'oxc-parser'

/** A planted fault: a small wrong change that at least one test has to notice. */
export interface Mutant {
  /** Room and rule, for example `git-host/token-opens-other-repositories`. */
  readonly id: string
  /** What the product always holds, in words; the fault breaks it. */
  readonly invariant: string
  /** The file that is changed, from the root of the repository. */
  readonly file: string
  /** Text that occurs exactly once in the file. */
  readonly from: string
  readonly to: string
  /** The test files of which at least one must fail. */
  readonly tests: readonly string[]
  /** Part of the titles of the tests to run, a regular expression, where running the whole file would take long. */
  readonly title?: string
}

/** The text of a file with the fault planted. Fails when the place is not there exactly once. */
export function plant({ id, file, from, to }: Mutant, text: string): string {
  const count = text.split(from).length - 1
  if (count !== 1) throw new Error(`${id}: the old text occurs ${count} times in ${file}`)
  return text.replace(from, () => to)
}

/** The old text must occur exactly once, the test files must exist and have tests of the title; says what is wrong otherwise. */
export function faultsOf(mutant: Mutant, read: (file: string) => string | undefined): string[] {
  const text = read(mutant.file)
  if (text === undefined) return [`${mutant.id}: there is no file ${mutant.file}`]
  const missing = mutant.tests.filter((file) => read(file) === undefined)
  const faults = missing.map((file) => `${mutant.id}: there is no test file ${file}`)
  try {
    if (plant(mutant, text) === text) faults.push(`${mutant.id}: the new text changes nothing`)
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  }
  return [...faults, ...missingTitles(mutant, read)]
}

function missingTitles({ id, tests, title }: Mutant, read: (file: string) => string | undefined): string[] {
  if (title === undefined) return []
  const names = tests.flatMap((file) => namesIn(textsIn(file, read(file) ?? '')))
  return title
    .split('|')
    .filter((wanted) => !names.some((name) => canMatch(wanted, name)))
    .map((wanted) => `${id}: no test has the title ${wanted}`)
}

const placeholder = /%[sdifjoO#]|\$\w+/u
/** How many characters of the filter must match next to a value; fewer could match the title of another test by chance. */
const fewestCharacters = 8

/**
 * Whether the filter matches the name of a test. Where the name has a placeholder for a value, the filter's beginning may match the
 * text before it, or its end the text after it.
 */
function canMatch(wanted: string, name: string): boolean {
  if (new RegExp(wanted, 'u').test(name)) return true
  const [before = '', ...behind] = name.split(placeholder)
  const after = behind.at(-1)
  if (after === undefined) return false
  const begins = (length: number) => before.endsWith(wanted.slice(0, length))
  const ends = (length: number) => after.startsWith(wanted.slice(-length))
  return Array.from(wanted, (_, at) => at).some(
    (length) => length >= fewestCharacters && (begins(length) || ends(length)),
  )
}

/** Full names of tests begin with the title of their group. */
function namesIn(texts: readonly string[]): string[] {
  return [...texts, ...texts.flatMap((group) => texts.map((test) => `${group} ${test}`))]
}

/** The texts of a test file, among them every title and the values that are put into titles. */
function textsIn(file: string, source: string): string[] {
  const texts: string[] = []
  const visitor = new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.push(value)
    },
    TemplateElement: ({ value }) => {
      texts.push(value.cooked ?? '')
    },
  })
  visitor.visit(parseSync(file, source).program)
  return texts
}

/** Groups the mutants that run the same tests, so that one baseline serves all of them. */
export function groupsOf(mutants: readonly Mutant[]): Mutant[][] {
  const groups = new Map<string, Mutant[]>()
  for (const mutant of mutants) {
    const key = [...mutant.tests, mutant.title ?? ''].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), mutant])
  }
  return [...groups.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}

/** The slice of a mutant, from 1. It depends only on the test files, so that adding a mutant moves no other one. */
export function sliceOf({ tests }: Mutant, count: number): number {
  return (createHash('sha256').update(tests.join(' ')).digest().readUInt32BE() % count) + 1
}
