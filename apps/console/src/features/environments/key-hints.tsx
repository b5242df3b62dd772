const hints = [
  ['j k', 'move'],
  ['Enter', 'open'],
  ['i', 'flow in'],
  ['o', 'flow out'],
] as const

/** The keys that work while the list has the focus; shown where a keyboard is likely. */
export const KeyHints = () => (
  <p className="text-12 text-fg-3 flex gap-x-3 max-lg:hidden pointer-coarse:hidden">
    {hints.map(([keys, meaning]) => (
      <span key={keys}>
        {keys.split(' ').map((key) => (
          <kbd key={key} className="border-line bg-surface text-11 mr-1 rounded-sm border px-1 font-mono">
            {key}
          </kbd>
        ))}
        {meaning}
      </span>
    ))}
  </p>
)
