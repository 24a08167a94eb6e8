/** Addresses on other machines, without which an image is drawn. They are listed with the graph. */

const maxOmitted = 100
const longestOmitted = 500

/** Adds an address, shortened. Only so many, because every read of the graph carries them, and a figure may name millions. */
export function noteOmitted(omitted: Set<string>, address: string): void {
  if (omitted.size < maxOmitted) omitted.add(address.slice(0, longestOmitted))
}
