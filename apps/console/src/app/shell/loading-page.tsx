import { Spinner } from '../../platform/ui/spinner.tsx'

export function LoadingPage() {
  return (
    <div className="grid min-h-60 flex-1 place-items-center p-8">
      <Spinner label="Loading" />
    </div>
  )
}
