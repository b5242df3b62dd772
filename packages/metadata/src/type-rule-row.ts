/**
 * One measured list: path of its parent below the root, element name, key, order.
 * Order: `s` sorted by key byte-wise, `i` sorted ignoring case, `u` no order, `o` the order means something.
 */
export type TypeRuleRow = readonly [path: string, element: string, key: string, order: 's' | 'i' | 'u' | 'o']
