interface TraceLine {
  text: string
  /** The file and the line in it that the text names; null for code of a package or of Salesforce. */
  place: { path: string; line: number } | null
}

const frame = /^(Class|Trigger)\.(\w+)(?:\.[\w<>. ]+)?: line (\d+), column \d+/

/** The lines of a stack trace with the files that they name, below the folder of the metadata in Git. */
export function traceLines(stackTrace: string, directory: string): TraceLine[] {
  const folder = directory.replace(/^\/+|\/+$/g, '')
  const root = folder === '' ? 'unpackaged' : `${folder}/unpackaged`
  return stackTrace.split('\n').map((text) => {
    const [, kind, name = '', line = ''] = frame.exec(text.trim()) ?? []
    if (kind === undefined || Number(line) < 1) return { text, place: null }
    const path = kind === 'Class' ? `${root}/classes/${name}.cls` : `${root}/triggers/${name}.trigger`
    return { text, place: { path, line: Number(line) } }
  })
}
