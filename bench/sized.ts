/** With `--tiny` a benchmark runs to its end within seconds, which shows that it still works. Its figures then say nothing. */
export const isTiny = process.argv.includes('--tiny')

/** Chooses a size: the one that is measured, or with `--tiny` the small one. */
export const sized = <T>(usual: T, tiny: T): T => (isTiny ? tiny : usual)
