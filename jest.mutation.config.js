import whole from './jest.config.js'
import { mutationRoom } from './scripts/mutation-rooms.ts'

// The suites of one room, in the process that mutates it.
export default { ...whole, testMatch: mutationRoom(process.env.MUTATION_ROOM).tests }
