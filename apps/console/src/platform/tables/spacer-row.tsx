/** Stands for the rows that are out of sight. */
export const SpacerRow = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden className="cards:block" style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it only holds the height */}
      <td />
    </tr>
  ) : null
