/** The form of tables of translations. */

/** By language: its texts, in the order of the English ones (`en`), by which the library looks them up. */
export type TranslationTable = Readonly<Record<string, readonly string[]>>
