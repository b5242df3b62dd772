/** A stretch of a line and what it is, for its colour. */
export interface Token {
  text: string
  kind: 'plain' | 'comment' | 'string' | 'keyword' | 'name' | 'number'
}

/** Reads one line from the state that the line before ended in, `''` at the beginning of a file. */
export type LineScanner = (line: string, state: string) => { tokens: Token[]; state: string }
