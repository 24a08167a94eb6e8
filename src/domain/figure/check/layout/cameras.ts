/** Checks the cameras of 3D scenes. */

import { none, type Place } from '../../tree/figure-tree.ts'
import type { FigureView } from '../views.ts'

/** The distance at which a scene is a few pixels wide. The default is about 2. */
const farthest = 20

/** Warns of cameras so far away that the scene cannot be seen, such as positions in degrees or in units of the data. */
export function checkCameras({ tree, findings, layout, parts }: FigureView): void {
  for (const { kind, place } of parts.others) {
    const eye = kind === 'scene' && !findings.enough ? tree.at(place, 'camera', 'eye') : none
    if (eye === none || tree.member(place, 'aspectratio') !== none) continue
    const distance = Math.hypot(...['x', 'y', 'z'].map(name => tree.number(tree.member(eye, name)) ?? 0))
    if (distance <= farthest || !hasPerspective(tree.at(place, 'camera', 'projection'))) continue
    findings.warn(
      eye,
      `is ${Math.round(distance)} times the size of the scene away, so the scene is hardly visible; send a distance of 1 to 3`,
    )
  }

  /** Whether distance makes things smaller. */
  function hasPerspective(projection: Place): boolean {
    const usual = tree.at(layout, 'template', 'layout', 'scene', 'camera')
    return tree.string(tree.member(projection, 'type')) !== 'orthographic' && usual === none
  }
}
