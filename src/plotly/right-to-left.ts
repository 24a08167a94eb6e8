/** Whether a language is written from right to left. */
export const isRightToLeft = (locale: string): boolean =>
  /^(?:ar|arc|ckb|dv|fa|he|ks|ps|sd|syr|ug|ur|yi)$/.test(new Intl.Locale(locale).language)
