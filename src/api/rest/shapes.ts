/**
 * The schemas of REST requests and answers (spec 2, 4). The OpenAPI document is made from them, and tests check real answers
 * against them. Answers are strict: exactly the fields of the specification.
 */

import { z } from 'zod'
import { maxPoints, maxTraces } from '../../domain/figure/check/costs/budgets.ts'
import { figureKeys, ignoredKeys } from '../../domain/figure/check/top-level.ts'
import { maxDepth } from '../../domain/figure/tree/build.ts'
import { keyShape } from '../../domain/graph/claims.ts'
import { graphIdShape } from '../../domain/ids.ts'
import { codesOf } from '../../errors/codes.ts'
import { traceTypes } from '../../plotly/schema/schema.ts'
import { fixedBoolean, orNull } from './schema-overrides.ts'

export const exampleId = 'V1StGXR8_Z5jdHi6B-myT'

export const graphId = z.string().regex(graphIdShape).meta({
  id: 'GraphId',
  description:
    'Identifier of the graph. It is used as :graph_id in paths. It can be used to fetch the graph data, the chart image or the interactive plot. It is random and cannot be guessed; everyone who knows it may read the graph.',
  example: exampleId,
})

const imageUrl = z.url().meta({
  description: 'Stable address of the png image of the graph. Served from {plot_url}.',
  example: `http://127.0.0.1:3000/p/${exampleId}.png`,
})

const permalink = z.url().meta({
  description:
    'Permanent address of the interactive plot page. Served from {plot_url}. The page can be shared or downloaded as a standalone html file.',
  example: `http://127.0.0.1:3000/p/${exampleId}`,
})

const trace = z
  .looseObject({
    x: z
      .unknown()
      .optional()
      .meta({ description: 'An array of numbers, dates or names.', examples: [[1, 2, 3]] }),
    y: z
      .unknown()
      .optional()
      .meta({ description: 'An array of numbers.', examples: [[4, 1, 7]] }),
    name: z
      .unknown()
      .optional()
      .meta({ description: 'The name in the legend, a string.', examples: ['sold'] }),
    type: z
      .enum(traceTypes as [string, ...string[]])
      .nullish()
      .meta({
        description: 'A trace type of the charting library. Default: scatter.',
        example: 'scatter',
        override: orNull,
      }),
  })
  .meta({
    id: 'Trace',
    description:
      'One series, a trace object of plotly.js. The set of allowed keys is defined by that library.',
  })

export const exampleFigure = {
  data: [{ type: 'scatter', name: 'sold', x: [1, 2, 3], y: [4, 1, 7] }],
  layout: { title: 'Sold per week' },
}

/** spec 2, "Request graph configuration" */
export const figureRequest = z
  .looseObject({
    data: z
      .array(trace)
      .max(maxTraces)
      .meta({
        description: `Series of points and numeric values. Each object is a trace in the charting library's format. It is returned byte for byte as sent. At most ${maxTraces} traces and ${maxPoints} points; [] is valid.`,
      }),
    layout: z.looseObject({}).nullish().meta({
      description:
        'Presentation options, for example a title. Submitted values override the default layout. A submitted template replaces the default template completely.',
      override: orNull,
    }),
    frames: z
      .array(z.looseObject({}))
      .nullish()
      .meta({ description: 'Frames of an animation, in the format of plotly.js.', override: orNull }),
  })
  .meta({
    id: 'Figure',
    description: `A figure: data, and optionally layout and frames. null means absent. Nested at most ${maxDepth} levels deep. Keys that other libraries add to exported figures are accepted and ignored: ${ignoredKeys.join(', ')}. All other keys are refused, and so is the name __proto__ at any place.`,
    examples: [exampleFigure],
    override: { propertyNames: { enum: [...figureKeys, ...ignoredKeys] } },
  })

const ok = fixedBoolean(true, 'true means the request completed successfully.')

const storedData = z.array(trace).meta({
  description: "Stable JSON form of the graph's series, byte for byte as submitted.",
  examples: [exampleFigure.data],
})
const storedLayout = z.looseObject({}).meta({
  description: 'The default layout merged with the submitted values, fixed at creation.',
  examples: [{ template: { layout: { colorway: ['#3366cc'] } }, title: 'Sold per week' }],
})

/** spec 4.1, 4.2 */
export const graphAnswer = z
  .strictObject({
    ok,
    graph: z.strictObject({
      graph_id: graphId,
      image_url: imageUrl,
      permalink,
      data: storedData,
      layout: storedLayout,
    }),
  })
  .meta({ id: 'GraphAnswer', description: 'Identifiers, addresses, data and layout.' })

/** spec 4.4, 4.5 */
export const plotAnswer = z
  .strictObject({ ok, graph: z.strictObject({ graph_id: graphId, permalink }) })
  .meta({ id: 'PlotAnswer', description: 'The graph_id and the permalink.' })

/** spec 4.6, 4.7 */
export const chartAnswer = z
  .strictObject({ ok, graph: z.strictObject({ graph_id: graphId, image_url: imageUrl }) })
  .meta({ id: 'ChartAnswer', description: 'The graph_id and the image_url.' })

/** spec 4.3 */
export const okAnswer = z.strictObject({ ok }).meta({ id: 'OkAnswer', description: 'Only ok.' })

export const prefer = z.string().meta({
  description:
    'handling=strict (RFC 7240): a figure with warnings is refused with 422, and error.details contains the warnings.',
  example: 'handling=strict',
})

export const expires = z.string().meta({
  description:
    'When the graph expires: a duration (12h, 90d, 4w, 1y), a date (in UTC unless it names a zone), or never. Default for a new graph: the setting of the account, or never; for an update: unchanged. The header Sunset of answers tells the date.',
  example: '90d',
})

/** A point for the graph of `exampleFigure`. */
export const examplePoints = { points: [{ trace: 'sold', x: [4], y: [2] }], keep: 1000 }

/** contract, "Versions" */
export const pointsRequest = z
  .strictObject({
    points: z
      .array(
        z
          .looseObject({
            trace: z.union([z.int().min(0), z.string()]).meta({
              description: 'The index of the trace in data, or its name.',
              example: 'sold',
            }),
          })
          .meta({
            description:
              'The trace, and new values by the names of its arrays, such as x, y or marker.size. All arrays of the trace that have one value per point must be given, with equally many new values.',
          }),
      )
      .min(1)
      .meta({ description: 'New points, one set per trace.' }),
    keep: z.int().min(1).max(maxPoints).nullish().meta({
      description: 'The maximum number of values in each of these arrays. The oldest are removed.',
      example: 1000,
      override: orNull,
    }),
  })
  .meta({
    id: 'Points',
    description: 'Points to be added to the traces of a graph.',
    examples: [examplePoints],
  })

export const versionQuery = z.int().min(1).meta({
  description: 'An older version, while it is kept; without it the newest.',
  example: 3,
})

/** spec 7; contract, "REST" */
export const errorAnswer = z
  .strictObject({
    ok: fixedBoolean(false, 'false means the request failed.'),
    error: z.strictObject({
      code: z.enum(codesOf('rest')).meta({
        description: 'A stable code, for programs. docs/errors.md describes all codes.',
        example: 'invalid_figure',
      }),
      message: z.string().meta({ description: 'The cause and a remedy, for people.' }),
      details: z
        .array(
          z.strictObject({
            path: z.string().meta({
              description: 'A JSON path, or the name of a parameter.',
              example: 'data[0].type',
            }),
            message: z.string(),
          }),
        )
        .optional()
        .meta({ description: 'All errors with their places.' }),
    }),
  })
  .meta({ id: 'ErrorAnswer', description: 'Any request that did not complete successfully.' })

export const idempotencyKey = z.string().regex(keyShape).meta({
  description:
    'Makes retries of a create safe. For 24 hours, the same key with the same body, from the same account to the same path, returns the first graph (or 404 after its deletion). With another body, the answer is 409. The key of a change is remembered for 10,000 further changes of that graph at most, that of a deleted graph for about 100,000 further deletions.',
  example: '0f8fad5b-d9cb-469f-a165-70867728950e',
})
