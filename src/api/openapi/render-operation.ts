/** `POST /v1/render` in the OpenAPI document (contract, "Render without storing"). */

import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { fileFormats } from '../../domain/image/formats.ts'
import { maxImagePixels } from '../../domain/image/look.ts'
import { exampleFigure, figureRequest, prefer } from '../rest/shapes.ts'
import { everywhere, rateHeaders, warningHeaders } from './headers.ts'
import { fileContent, lookParameters, mediaTypeOf } from './image-parameters.ts'
import { refusalsOf, renderRefusals } from './responses.ts'

const count = (description: string) => ({ description, schema: { type: 'integer' as const }, example: 1 })

export const renderPaths: ZodOpenApiPathsObject = {
  '/v1/render': {
    post: {
      operationId: 'renderFigure',
      tags: ['Files'],
      summary: 'Draw a figure without storing it',
      description: `Answers with the bytes of the image, or of the standalone html file. Nothing is stored and no address is made. width × height × scale² is at most ${maxImagePixels / 1e6} million. What the figure names on other machines is not fetched: the chart is drawn without it. Needs a key with the scope graphs:write, and counts as a create.`,
      security: [{ apiKey: [] }],
      requestParams: {
        header: z.object({ Prefer: prefer.optional() }),
        query: lookParameters.extend({
          format: z.enum(fileFormats).optional().meta({
            description: 'What to make; png by default. html takes the theme, and has its own size.',
          }),
        }),
      },
      requestBody: {
        required: true,
        content: { 'application/json': { schema: figureRequest, example: exampleFigure } },
      },
      responses: {
        200: {
          description: 'The file.',
          headers: {
            ...everywhere,
            ...rateHeaders,
            ...warningHeaders,
            'Content-Disposition': {
              description: 'A file name after the title of the figure.',
              schema: { type: 'string' },
              example: 'inline; filename="Sold per week.png"',
            },
            'Plotgate-Omitted': count(
              'How many addresses on other machines it was drawn without; absent when none.',
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
