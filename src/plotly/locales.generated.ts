/**
 * The languages that the charting library's own words come in, beside English. Written by npm run emit from the
 * files of its lib/locales.
 */

export const plotlyLocales: readonly string[] =
  'af am ar ar-dz ar-eg az bg bs ca cs cy da de de-ch el eo es es-ar es-pe et eu fa fi fo fr fr-ch gl gu he hi-in hr hu hy id is it ja ka km ko lt lv me me-me mk ml ms mt nl nl-be no pa pl pt-br pt-pt rm ro ru si sk sl sq sr sr-sr sv sw ta th tr tt uk ur vi zh-cn zh-hk zh-tw'.split(
    ' ',
  )
