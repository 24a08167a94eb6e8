/** The schema: one file per type, queries and mutations beside the type they are about. */

import './types/scalars.ts'
import './types/graph.ts'
import './types/trace.ts'
import './types/rendering.ts'
import './types/viewer.ts'
import './types/api-key.ts'
import './types/check-figure.ts'
import './types/create-graph.ts'
import './types/delete-graph.ts'
import './types/versions.ts'
import { builder } from './builder.ts'

export const schema = builder.toSchema()
