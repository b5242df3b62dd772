import type { Node } from '../merge/read/node.ts'
import type { ElementKind } from './element-kind.ts'

import { sourceOf } from '../merge/read/node.ts'
import { textOf } from '../xml/text.ts'
import { attributesForm, formOf, isSaid } from './element-form.ts'
import { lastValue } from './element-names.ts'

/** What an element says in two versions, as people read it. */
interface TwoValues {
  readonly before: string
  readonly after: string
}

/** Says the values of leaves: one for each of two versions, because what changes in one often changes to one other value. */
export class LeafValues {
  readonly #before = lastValue()
  readonly #after = lastValue()

  /** How two elements differ that hold no others; null when they say the same. */
  difference(before: Node, after: Node): TwoValues | null {
    const old = leafOf(before, this.#before.of(before.document, before.element))
    const young = leafOf(after, this.#after.of(after.document, after.element))
    if (old.said === young.said && old.attributes === young.attributes) return null
    return old.said === '' && young.said === ''
      ? { before: tagValue(old.attributes), after: tagValue(young.attributes) }
      : { before: leafValue(old), after: leafValue(young) }
  }
}

/** How two elements differ of which one is text with elements in between; null when they say the same. */
export function mixedDifference(before: Node, after: Node, kind: ElementKind): TwoValues | null {
  return formOf(before, kind) === formOf(after, kind)
    ? null
    : { before: valueOf(before), after: valueOf(after) }
}

/** How two elements differ besides what they hold: nil, or in their attributes. */
export function tagDifference(before: Node, after: Node): TwoValues | null {
  const [old, young] = [attributesForm(before), attributesForm(after)]
  return old === young ? null : { before: tagValue(old), after: tagValue(young) }
}

/** A value as people read it; an element that holds others as written. */
export function valueOf(node: Node): string {
  return isLeaf(node) ? leafValue(leafOf(node, textOf(node.document, node.element))) : sourceOf(node)
}

export function isLeaf({ document, element }: Node): boolean {
  return !document.hasChildren(element)
}

/** An element that holds no others. */
interface Leaf {
  readonly text: string
  /** The text where it is a value, empty where it is none. */
  readonly said: string
  readonly attributes: string
}

function leafOf(node: Node, text: string): Leaf {
  return { text, said: isSaid(text) ? text : '', attributes: attributesForm(node) }
}

function leafValue({ text, attributes }: Leaf): string {
  return isNil(attributes) ? '(nil)' : text
}

function tagValue(attributes: string): string {
  return isNil(attributes) ? '(nil)' : attributes.trim()
}

function isNil(attributes: string): boolean {
  return attributes.includes(':nil="true"')
}
