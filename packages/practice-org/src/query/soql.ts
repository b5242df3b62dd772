/**
 * A SELECT statement taken apart. Field paths keep the letter case of the query. `COUNT()` and
 * `FIELDS(ALL)` stand among the fields as they are written.
 */
export interface SoqlQuery {
  fields: string[]
  isCount: boolean
  object: string
  where?: Condition
  orderBy: { path: string; descending: boolean; nullsLast?: boolean }[]
  limit?: number
  offset: number
}

/** A value in a condition; dates and times stay texts until they are compared. */
export type Literal = string | number | boolean | null | { date: string }

/** A WHERE clause as a tree; a comparison has one value, IN and its relatives several. */
export type Condition =
  | { kind: 'and' | 'or'; parts: Condition[] }
  | { kind: 'not'; part: Condition }
  | { kind: 'compare'; path: string; operator: Operator; values: Literal[] }

/** Operators in upper case; `<>` is read as `!=`. */
export type Operator =
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'LIKE'
  | 'IN'
  | 'NOT IN'
  | 'INCLUDES'
  | 'EXCLUDES'

/** A query that cannot be understood; the message names the token, as the service does. */
export class SoqlError extends Error {
  override readonly name = 'SoqlError'
}

interface Token {
  kind: 'word' | 'text' | 'number' | 'date' | 'sign'
  text: string
}

/** Longer signs stand before shorter ones; a date is tried before a number. */
const tokenPattern =
  /\s+|(?<text>'(?:[^'\\]|\\.)*')|(?<date>\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2}))?)|(?<number>-?\d+(?:\.\d+)?)|(?<word>[A-Za-z_][\w.]*)|(?<sign>!=|<>|<=|>=|[=<>(),])/gy

function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.length) {
    const position = tokenPattern.lastIndex
    const match = tokenPattern.exec(text)
    if (!match) throw new SoqlError(`unexpected token: '${text.slice(position, position + 10)}'`)
    for (const kind of ['text', 'date', 'number', 'word', 'sign'] as const) {
      const value = match.groups?.[kind]
      if (value !== undefined) tokens.push({ kind, text: value })
    }
  }
  return tokens
}

/**
 * Parses the part of SOQL that metadata clients use: one object, fields of parents, WHERE,
 * ORDER BY, LIMIT, OFFSET, COUNT(). No GROUP BY, HAVING or subqueries. Throws SoqlError.
 */
export function parseSoql(text: string): SoqlQuery {
  return new SoqlParser(tokenise(text)).statement()
}

class SoqlParser {
  readonly #tokens: Token[]
  #position = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  /** The whole statement; USING SCOPE and FOR VIEW are read and have no effect. */
  statement(): SoqlQuery {
    this.#expectWord('SELECT')
    const fields = this.#fields()
    this.#expectWord('FROM')
    const object = this.#take('word').text
    const query: SoqlQuery = {
      fields,
      isCount: fields.length === 1 && fields[0] === 'COUNT()',
      object,
      orderBy: [],
      offset: 0,
    }
    if (this.#skipWord('USING')) this.#position += 2
    if (this.#skipWord('WHERE')) query.where = this.#or()
    if (this.#skipWord('ORDER')) {
      this.#expectWord('BY')
      do query.orderBy.push(this.#ordering())
      while (this.#skipSign(','))
    }
    if (this.#skipWord('LIMIT')) query.limit = Number(this.#take('number').text)
    if (this.#skipWord('OFFSET')) query.offset = Number(this.#take('number').text)
    if (this.#skipWord('FOR')) this.#position++
    const rest = this.#tokens[this.#position]
    if (rest) throw new SoqlError(`unexpected token: '${rest.text}'`)
    return query
  }

  #fields(): string[] {
    const fields: string[] = []
    do {
      const name = this.#take('word').text
      if (!this.#skipSign('(')) {
        fields.push(name)
        continue
      }
      const argument = this.#peek('word') ? this.#take('word').text : ''
      this.#expectSign(')')
      if (/^fields$/i.test(name)) fields.push(`FIELDS(${argument.toUpperCase()})`)
      else if (/^count$/i.test(name)) fields.push(argument === '' ? 'COUNT()' : `COUNT(${argument})`)
      else if (/^tolabel$/i.test(name)) fields.push(argument)
      else throw new SoqlError(`unexpected token: '${name}'`)
    } while (this.#skipSign(','))
    return fields
  }

  #ordering(): SoqlQuery['orderBy'][number] {
    const path = this.#take('word').text
    const descending = this.#skipWord('DESC')
    if (!descending) this.#skipWord('ASC')
    if (!this.#skipWord('NULLS')) return { path, descending }
    const nullsLast = this.#skipWord('LAST')
    if (!nullsLast) this.#expectWord('FIRST')
    return { path, descending, nullsLast }
  }

  #or(): Condition {
    const parts = [this.#and()]
    while (this.#skipWord('OR')) parts.push(this.#and())
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'or', parts }
  }

  #and(): Condition {
    const parts = [this.#primary()]
    while (this.#skipWord('AND')) parts.push(this.#primary())
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts }
  }

  #primary(): Condition {
    if (this.#skipWord('NOT')) return { kind: 'not', part: this.#primary() }
    if (this.#skipSign('(')) {
      const inner = this.#or()
      this.#expectSign(')')
      return inner
    }
    const path = this.#take('word').text
    const operator = this.#operator()
    if (operator !== 'IN' && operator !== 'NOT IN' && operator !== 'INCLUDES' && operator !== 'EXCLUDES')
      return { kind: 'compare', path, operator, values: [this.#literal()] }
    this.#expectSign('(')
    const values: Literal[] = []
    do values.push(this.#literal())
    while (this.#skipSign(','))
    this.#expectSign(')')
    return { kind: 'compare', path, operator, values }
  }

  #operator(): Operator {
    const token = this.#tokens[this.#position++]
    const sign = token?.text.toUpperCase() ?? ''
    switch (sign) {
      case '<>':
        return '!='
      case '=':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
      case 'LIKE':
      case 'IN':
      case 'INCLUDES':
      case 'EXCLUDES':
        return sign
      case 'NOT':
        this.#expectWord('IN')
        return 'NOT IN'
      default:
        throw new SoqlError(`unexpected token: '${token?.text ?? '<EOF>'}'`)
    }
  }

  #literal(): Literal {
    const token = this.#tokens[this.#position++]
    if (token?.kind === 'text') return token.text.slice(1, -1).replaceAll(/\\(.)/g, '$1')
    if (token?.kind === 'number') return Number(token.text)
    if (token?.kind === 'date') return { date: token.text }
    const word = token?.text.toLowerCase()
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    throw new SoqlError(`unexpected token: '${token?.text ?? '<EOF>'}'`)
  }

  #peek(kind: Token['kind']): boolean {
    return this.#tokens[this.#position]?.kind === kind
  }

  #take(kind: Token['kind']): Token {
    const token = this.#tokens[this.#position++]
    if (token?.kind !== kind) throw new SoqlError(`unexpected token: '${token?.text ?? '<EOF>'}'`)
    return token
  }

  #skipWord(word: string): boolean {
    const token = this.#tokens[this.#position]
    if (token?.kind !== 'word' || token.text.toUpperCase() !== word) return false
    this.#position++
    return true
  }

  #expectWord(word: string): void {
    if (!this.#skipWord(word))
      throw new SoqlError(`unexpected token: '${this.#tokens[this.#position]?.text ?? '<EOF>'}'`)
  }

  #skipSign(sign: string): boolean {
    const token = this.#tokens[this.#position]
    if (token?.kind !== 'sign' || token.text !== sign) return false
    this.#position++
    return true
  }

  #expectSign(sign: string): void {
    if (!this.#skipSign(sign))
      throw new SoqlError(`unexpected token: '${this.#tokens[this.#position]?.text ?? '<EOF>'}'`)
  }
}
