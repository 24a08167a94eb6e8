/**
 * A path without points has no position on it, and browsers throw if they are asked for one. The charting library asks
 * when it places the label of a contour or the head of an arrow; for an empty path there is nothing to place.
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
