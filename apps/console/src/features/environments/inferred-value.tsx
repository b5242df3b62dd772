/** A value that the environment takes from its stack. */
export function InferredValue({ value }: { value: string | null }) {
  if (value === null) return <span className="text-fg-3">—</span>
  return (
    <span>
      {value} <span className="text-fg-3">· Inferred from stack</span>
    </span>
  )
}
