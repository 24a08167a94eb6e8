/** The form of tables of words. */

/** The English words, by which the library looks them up, and those of each language in the same order. */
export type WordTable = Readonly<Record<string, readonly string[]>>
