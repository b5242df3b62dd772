const lanes = [0, 1, 2, 3, 4, 5, 6]
const middle = 3

const laneX = (lane: number) => 90 + lane * 90
const forkY = (lane: number) => 150 + (middle - Math.abs(lane - middle)) * 90
/** Outer lanes join lower than inner ones, so that no two curves cross. */
const joinY = (lane: number) => 480 + Math.abs(lane - middle) * 62

const lineOf = (lane: number): string => {
  const x = laneX(lane)
  if (lane === middle) return `M ${x} -20 V 920`
  const fork = forkY(lane)
  const join = joinY(lane)
  const bend = (join - fork) / 2
  return `M ${x} -20 V ${fork} C ${x} ${fork + bend}, ${laneX(middle)} ${join - bend}, ${laneX(middle)} ${join}`
}

const shade = (lane: number, lift: number) => `oklch(${0.45 + lane * 0.055 + lift} 0.09 ${216 - lane * 4})`

/** A drawing of branches that join a trunk; hidden from screen readers. */
export function BranchingLines() {
  return (
    <aside aria-hidden className="relative hidden overflow-hidden bg-[#04212b] min-[900px]:block">
      <svg
        viewBox="0 0 720 900"
        className="absolute inset-0 size-full"
        preserveAspectRatio="xMidYMid slice"
        fill="none"
        strokeWidth="2"
      >
        {lanes.map((lane) => (
          <path key={lane} d={lineOf(lane)} stroke={shade(lane, 0)} />
        ))}
        {lanes.map((lane) => (
          <circle
            key={lane}
            cx={laneX(lane)}
            cy={forkY(lane) - 60}
            r="6"
            fill="#04212b"
            stroke={shade(lane, 0.06)}
          />
        ))}
        <circle cx={laneX(middle)} cy="720" r="10" fill="oklch(0.86 0.1 200)" />
      </svg>
    </aside>
  )
}
