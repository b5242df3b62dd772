/** How many entries of each kind a profile has, and how many a side changes. */
export interface ProfileSize {
  readonly fields: number
  readonly classes: number
  readonly objects: number
}

/** Three versions whose changes meet in no entry: ours a quarter of the fields, theirs the next quarter. */
export interface Versions {
  readonly base: Buffer
  readonly ours: Buffer
  readonly theirs: Buffer
}

/** The size on which the peer measures itself: 2,250 entries. */
export const peerSize: ProfileSize = { fields: 2000, classes: 200, objects: 50 }

/** Bytes of one entry, nearly: what a wanted size is divided by. */
const entryBytes = 166

/** As many entries as make a file of about so many bytes. */
export function sizeOfBytes(bytes: number): ProfileSize {
  const entries = Math.round(bytes / entryBytes)
  return {
    fields: Math.round(entries * 0.89),
    classes: Math.round(entries * 0.09),
    objects: Math.round(entries * 0.02),
  }
}

export function profileVersions(size: ProfileSize): Versions {
  const quarter = size.fields >> 2
  return {
    base: profile(size, { editable: () => true, readable: () => true, count: size.fields }),
    ours: profile(size, { editable: (at) => at >= quarter, readable: () => true, count: size.fields + 5 }),
    theirs: profile(size, {
      editable: () => true,
      readable: (at) => at < quarter || at >= quarter * 2,
      count: size.fields - 3,
    }),
  }
}

interface Fields {
  readonly editable: (index: number) => boolean
  readonly readable: (index: number) => boolean
  readonly count: number
}

function profile(size: ProfileSize, fields: Fields): Buffer {
  const classes = list(size.classes, (at) =>
    element('classAccesses', [`<apexClass>${name('Service', at)}</apexClass>`, '<enabled>true</enabled>']),
  )
  const permissions = list(fields.count, (at) =>
    element('fieldPermissions', [
      `<editable>${fields.editable(at)}</editable>`,
      `<field>Invoice__c.${name('Amount', at)}__c</field>`,
      `<readable>${fields.readable(at)}</readable>`,
    ]),
  )
  const rights = ['allowCreate', 'allowDelete', 'allowEdit', 'allowRead', 'modifyAllRecords']
  const objects = list(size.objects, (at) =>
    element('objectPermissions', [
      ...rights.map((right) => `<${right}>true</${right}>`),
      `<object>${name('Ledger', at)}__c</object>`,
      '<viewAllRecords>false</viewAllRecords>',
    ]),
  )
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Profile xmlns="http://soap.sforce.com/2006/04/metadata">\n` +
      `${[...classes, '    <custom>false</custom>\n', ...permissions, ...objects].join('')}</Profile>\n`,
  )
}

function list(count: number, make: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function element(tag: string, lines: readonly string[]): string {
  return `    <${tag}>\n${lines.map((line) => `        ${line}\n`).join('')}    </${tag}>\n`
}

function name(stem: string, index: number): string {
  return `${stem}_${String(index).padStart(6, '0')}`
}
