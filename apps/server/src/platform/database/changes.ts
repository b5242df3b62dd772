/** Where a row belongs, which no update changes. */
type Place = 'id' | 'workspaceId' | 'stackId'

/** New values of some columns of a row. A column that is absent or `undefined` stays as it is. */
export type Changes<Row> = { [Column in Exclude<keyof Row, Place>]?: Row[Column] | undefined }

/** Whether there is something to write: the database takes no update without a column. */
export const isAnyChanged = (changes: object): boolean =>
  Object.values(changes).some((value) => value !== undefined)
