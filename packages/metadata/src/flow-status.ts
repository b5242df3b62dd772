import type { XmlDocument } from './xml/document.ts'

import { withOneEmptyForm } from './xml/one-empty-form.ts'
import { componentOfPath } from './paths.ts'
import { canonicalElement } from './xml/canonical.ts'
import { XmlError } from './xml/errors.ts'
import { readXml } from './xml/reader.ts'
import { textOf } from './xml/text.ts'

/** Whether a path is that of a flow. */
export function isFlowPath(path: string): boolean {
  return componentOfPath(path)?.identity.componentType === 'Flow'
}

/** Whether two versions of a flow differ in nothing but whether they are active. False for what cannot be read. */
export function differsInStatusOnly(a: Uint8Array, b: Uint8Array): boolean {
  const [left, right] = [read(a), read(b)]
  return left !== null && right !== null && withoutStatus(left) === withoutStatus(right)
}

/** Whether a flow says that it is active. False for what cannot be read. */
export function isActiveFlow(content: Uint8Array): boolean {
  const document = read(content)
  const status = document?.childNamed(0, 'status') ?? null
  return document !== null && status !== null && textOf(document, status).trim() === 'Active'
}

function withoutStatus(document: XmlDocument): string {
  const elements = document.childrenOf(0).filter((element) => document.nameOf(element) !== 'status')
  const texts = elements.map((element) => withOneEmptyForm(canonicalElement(document, element, '')))
  return [document.nameOf(0), ...texts].join('\n')
}

function read(content: Uint8Array): XmlDocument | null {
  try {
    return readXml(content)
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}
