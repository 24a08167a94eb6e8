/**
 * A path without points has no place on it, and a browser throws when it is asked for one. The charting library asks
 * where it sets the label of a contour or the head of an arrow: there is none to be seen, and the rest is drawn.
 */
export function allowEmptyPaths(): void {
  const { prototype } = SVGGeometryElement
  const placeOn = prototype.getPointAtLength
  prototype.getPointAtLength = function (distance) {
    try {
      return placeOn.call(this, distance)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      return new DOMPoint()
    }
  }
}
