/** The path of {base_url} or {plot_url}, empty or `/prefix`. A proxy in front may have removed it from requests. */
export const pathOf = (address: string): string => new URL(address).pathname.replace(/\/+$/, '')
