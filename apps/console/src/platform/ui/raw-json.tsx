import { CopyButton } from './copy-text.tsx'

/** Any value as it is, read-only, with a control that copies it. */
export function RawJson({ label, value }: { label: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2)
  return (
    <div className="relative">
      <span className="absolute top-2 right-4">
        <CopyButton text={text} label="JSON" />
      </span>
      <pre
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        className="text-12 max-h-128 overflow-auto p-4 font-mono"
      >
        {text}
      </pre>
    </div>
  )
}
