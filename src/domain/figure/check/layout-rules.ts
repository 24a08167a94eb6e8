/** What the schema alone cannot say of a layout. */

import type { FigureView } from './figure.ts'
import { checkGrid, checkSize } from './sizes.ts'

export const layoutRules: readonly ((figure: FigureView) => void)[] = [checkSize, checkGrid]
