import { describe, expect, test } from '@jest/globals'
import { classicScript } from '../../../src/browser/viewer/map-workers.ts'

describe("the map library's worker", () => {
  test('loses its export and stays strict', () => {
    expect(classicScript('const a=1;export{a as default};')).toBe("'use strict';const a=1;")
    expect(classicScript('const $x=1;export { $x as default }')).toBe("'use strict';const $x=1;")
  })
})
