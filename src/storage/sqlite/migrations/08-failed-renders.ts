/** Earlier releases could refuse a figure for what another had done to their page. Refused figures are drawn once more. */

export const failedRenders = `
UPDATE graphs SET status = 'pending', error = NULL WHERE status = 'failed';
`
