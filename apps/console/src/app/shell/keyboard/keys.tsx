/** Keys as they stand on the keyboard, pressed one after another. */
export const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className="inline-flex gap-1">
    {keys.map((key) => (
      <kbd
        key={key}
        className="border-line bg-surface text-11 text-fg-2 grid h-5 min-w-5 place-items-center rounded-sm border px-1 font-mono"
      >
        {key}
      </kbd>
    ))}
  </span>
)
