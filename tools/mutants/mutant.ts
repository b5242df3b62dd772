/** A planted fault: a small wrong change that at least one test has to notice. */
export interface Mutant {
  /** Room and rule, for example `git-host/token-opens-other-repositories`. */
  readonly id: string
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

/** The old text must occur exactly once and the test files must exist; says what is wrong otherwise. */
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
  return faults
}

/** Mutants of the same tests in one group, so that a baseline is run once; slices and lanes get whole groups. */
export function groupsOf(mutants: readonly Mutant[]): Mutant[][] {
  const groups = new Map<string, Mutant[]>()
  for (const mutant of mutants) {
    const key = [...mutant.tests, mutant.title ?? ''].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), mutant])
  }
  return [...groups.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}
