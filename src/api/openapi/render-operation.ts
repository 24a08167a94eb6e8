/** `POST /v1/render` in the OpenAPI document (contract, "Render without storing"). */

import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { fileFormats } from '../../domain/image/formats.ts'
import { maxImagePixels } from '../../domain/image/look.ts'
import { prefer } from '../rest/shapes.ts'
import { everywhere, nameHeaders, rateHeaders, warningHeaders } from './headers.ts'
import { fileContent, lookParameters, mediaTypeOf } from './image-parameters.ts'
import { figureBody, keyed } from './requests.ts'
import { refusalsOf, renderRefusals } from './responses.ts'

const count = (description: string) => ({ description, schema: { type: 'integer' as const }, example: 1 })

export const renderPaths: ZodOpenApiPathsObject = {
  '/v1/render': {
    post: {
      operationId: 'renderFigure',
      tags: ['Files'],
      summary: 'Draw a figure without storing it',
      description: `Returns the image or the standalone html file. Nothing is stored. width × height × scale² is at most ${maxImagePixels / 1e6} million. Resources on other machines are not fetched; the chart is drawn without them. Needs a key with the scope graphs:write, and counts as a create.`,
      security: keyed,
      requestParams: {
        header: z.object({ Prefer: prefer.optional() }),
        query: lookParameters.extend({
          format: z.enum(fileFormats).optional().meta({
            description:
              'The format of the file. Default: png. Of the other parameters, html uses only the theme.',
          }),
        }),
      },
      requestBody: figureBody,
      responses: {
        200: {
          description: 'The file.',
          headers: {
            ...everywhere,
            ...rateHeaders,
            ...warningHeaders,
            ...nameHeaders,
            'Plotgate-Omitted': count(
              'The number of resources on other machines that were left out, of which a figure has at most a hundred listed; absent if there are none.',
            ),
          },
          content: Object.fromEntries(
            fileFormats.map(format => [mediaTypeOf(format), fileContent(mediaTypeOf(format))]),
          ),
        },
        ...refusalsOf(401, 403, 408, 415, 429, 500),
        ...renderRefusals,
      },
    },
  },
}
