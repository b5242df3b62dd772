// A process that does nothing but watch its own turns: what it waits is the machine's doing. Ends with its standard input.
import { recordTurns } from './turns.ts'

recordTurns(process.argv[2] ?? '')
process.stdin.resume()
