/**
 * Finds TeX in a figure's JSON text as the charting library finds it in its strings: between two dollars of one
 * string, each as itself or as its escape.
 */
export const texPattern = /(?:\$|\\u0024)(?:[^"\\$]|\\.)*?(?:\$|\\u0024)/
