/** The attacks of `npm run siege`, a second each: whoever asks politely beside them is answered. */

import { expect, test } from '@jest/globals'
import { attacks } from '../scripts/siege/attacks.ts'
import { besiege } from '../scripts/siege/siege.ts'

test('beside every attack a polite caller is answered, and the service outlives it', async () => {
  const sieges = await besiege(Object.keys(attacks), { seconds: 1, restSeconds: 0 })
  expect(sieges.filter(({ asked, failed }) => asked === 0 || failed > 0)).toEqual([])
})
