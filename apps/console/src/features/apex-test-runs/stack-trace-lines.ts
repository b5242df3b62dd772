import { type CodePlace, codePath } from './code-place.ts'

interface TraceLine {
  text: string
  /** The file and the line in it that the text names; null for code of a package or of Salesforce. */
  place: CodePlace | null
}

const frame = /^(Class|Trigger)\.(\w+)(?:\.[\w<>. ]+)?: line (\d+), column \d+/

/** The lines of a stack trace with the files that they name, below the folder of the metadata in Git. */
export function traceLines(stackTrace: string, directory: string): TraceLine[] {
  return stackTrace.split('\n').map((text) => {
    const [, kind, name = '', line = ''] = frame.exec(text.trim()) ?? []
    if (kind === undefined || Number(line) < 1) return { text, place: null }
    const path = codePath({ name, isTrigger: kind === 'Trigger' }, directory)
    return { text, place: { path, line: Number(line) } }
  })
}
