/** The name under which an artifact is stored. First versions have no number, because they are older than versions. */
export const artifactName = (version: number, variant: string): string =>
  version === 1 ? variant : `${version}:${variant}`
