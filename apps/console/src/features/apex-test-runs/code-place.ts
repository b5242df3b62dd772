/** A line of a class or trigger in Git. */
export interface CodePlace {
  path: string
  line: number
}

interface ApexCode {
  name: string
  isTrigger: boolean
}

/** Where the code of a class or trigger is, below the folder of the metadata in Git. */
export function codePath({ name, isTrigger }: ApexCode, directory: string): string {
  const folder = directory.replace(/^\/+|\/+$/g, '')
  const root = folder === '' ? 'unpackaged' : `${folder}/unpackaged`
  return isTrigger ? `${root}/triggers/${name}.trigger` : `${root}/classes/${name}.cls`
}
