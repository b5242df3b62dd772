import { restError } from '../http/answers.ts'
import type { Answer } from '../http/request.ts'
import { fieldNamed } from '../query/sobjects.ts'
import type { FieldType, SObjectType } from '../query/sobjects.ts'
import { wording } from '../wording.ts'

/** What a JSON value has to be for a field of this kind; ids and references are texts. */
const valueTypes: Readonly<Partial<Record<FieldType, string>>> = {
  boolean: 'boolean',
  int: 'number',
  double: 'number',
}

/**
 * The fields of a body under their own names. Unknown ones answer INVALID_FIELD, values of another
 * type JSON_PARSER_ERROR (seen in public output), both with 400.
 */
export function givenFields(
  type: SObjectType,
  given: Readonly<Record<string, unknown>>,
): { values: Record<string, unknown> } | Answer {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const known = fieldNamed(type, name)
    if (known === undefined)
      return restError(400, 'INVALID_FIELD', wording.records.columnOfRecord(name, type.name))
    const kind = type.fields[known] ?? 'string'
    const wanted = valueTypes[kind] ?? 'string'
    if (kind !== 'complexvalue' && value !== null && typeof value !== wanted)
      return restError(400, 'JSON_PARSER_ERROR', wording.records.wrongType(wanted, value))
    values[known] = value
  }
  return { values }
}
