/** Under which name an artifact of a version is stored: those of first versions are older than the numbers. */
export const artifactName = (version: number, variant: string): string =>
  version === 1 ? variant : `${version}:${variant}`
