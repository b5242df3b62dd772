import type { ReactNode } from 'react'
import { useConfig } from '../../platform/config.tsx'
import { Mark } from '../../platform/ui/mark.tsx'

interface AuthFrameProps {
  title: string
  /** Above the title: where a person stands in a sequence of steps. */
  steps?: ReactNode
  /** Opposite the name of the product. */
  actions?: ReactNode
  children: ReactNode
}

/** Form left, picture right; on a narrow page the form alone. The name of the product stands above both. */
export function AuthFrame({ title, steps, actions, children }: AuthFrameProps) {
  const { productName } = useConfig()
  return (
    <div className="grid min-h-dvh min-[900px]:grid-cols-[1fr_1.1fr]">
      <main className="bg-surface flex flex-col items-center p-6 sm:p-8">
        <div className="flex min-h-8 w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-16 flex items-center gap-2.5 font-semibold tracking-[-0.01em]">
            <Mark /> {productName}
          </p>
          {actions}
        </div>
        <div className="my-auto flex w-full max-w-88 flex-col gap-4 py-8">
          {steps}
          <h1 className="text-24 pb-2 font-semibold tracking-[-0.015em]">{title}</h1>
          {children}
        </div>
      </main>
      <BranchingLines />
    </div>
  )
}

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
function BranchingLines() {
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
