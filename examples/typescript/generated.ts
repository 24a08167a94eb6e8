/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Request graph configuration (spec 2): the input to every create operation. */
export type CreateGraphInput = {
  /** Series of points and numeric values: an array of objects, each a trace in the charting library's format. */
  readonly data: unknown;
  /** When the graph expires: `90d`, `12h`, `4w`, `1y`, a date, or `never`; default: the setting of the account. */
  readonly expires?: string | null | undefined;
  /** The frames of an animation, in the charting library's format. */
  readonly frames?: unknown;
  /** Makes a retry safe: for 24 hours, the same key with the same input returns the first answer again, and with another input an error. */
  readonly idempotencyKey?: string | null | undefined;
  /** Presentation options, for example a title. Submitted values override the default layouts and stylings. */
  readonly layout?: unknown;
};

/** The state of the image that is rendered at creation. */
export type RenderStatus =
  /** It could not be drawn; `error` contains the reason. One that took too long is pending again later. */
  | 'failed'
  /** Waiting in the queue. A request for the image moves it to the front. */
  | 'pending'
  /** Rendered and stored. */
  | 'ready'
  /** Being rendered. */
  | 'running';

export type CreateGraphMutationVariables = Exact<{
  input: CreateGraphInput;
}>;


export type CreateGraphMutation = { readonly createGraph: { readonly graph: { readonly graphId: string, readonly permalink: string, readonly imageUrl: string, readonly rendering: { readonly status: RenderStatus } } } | null };

export type ReadGraphQueryVariables = Exact<{
  id: string;
}>;


export type ReadGraphQuery = { readonly graph: { readonly graphId: string, readonly title: string | null, readonly traceTypes: ReadonlyArray<string>, readonly data: unknown, readonly layout: unknown, readonly traces: ReadonlyArray<{ readonly name: string | null, readonly type: string, readonly points: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly x: unknown, readonly y: unknown }> } }> } | null };

export type MyGraphsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MyGraphsQuery = { readonly viewer: { readonly graphs: { readonly nodes: ReadonlyArray<{ readonly graphId: string, readonly title: string | null, readonly createdAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null } | null };

export type FollowRenderingSubscriptionVariables = Exact<{
  graphId: string;
}>;


export type FollowRenderingSubscription = { readonly rendering: { readonly status: RenderStatus, readonly error: string | null } };

export type DeleteGraphMutationVariables = Exact<{
  id: string;
}>;


export type DeleteGraphMutation = { readonly deleteGraph: { readonly deletedGraphId: string } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const CreateGraphDocument = new TypedDocumentString(`
    mutation CreateGraph($input: CreateGraphInput!) {
  createGraph(input: $input) {
    graph {
      graphId
      permalink
      imageUrl
      rendering {
        status
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CreateGraphMutation, CreateGraphMutationVariables>;
export const ReadGraphDocument = new TypedDocumentString(`
    query ReadGraph($id: ID!) {
  graph(id: $id) {
    graphId
    title
    traceTypes
    data
    layout
    traces(index: 0) {
      name
      type
      points(first: 3) {
        totalCount
        nodes {
          x
          y
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReadGraphQuery, ReadGraphQueryVariables>;
export const MyGraphsDocument = new TypedDocumentString(`
    query MyGraphs($first: Int, $after: String) {
  viewer {
    graphs(first: $first, after: $after) {
      nodes {
        graphId
        title
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MyGraphsQuery, MyGraphsQueryVariables>;
export const FollowRenderingDocument = new TypedDocumentString(`
    subscription FollowRendering($graphId: ID!) {
  rendering(graphId: $graphId) {
    status
    error
  }
}
    `) as unknown as TypedDocumentString<FollowRenderingSubscription, FollowRenderingSubscriptionVariables>;
export const DeleteGraphDocument = new TypedDocumentString(`
    mutation DeleteGraph($id: ID!) {
  deleteGraph(id: $id) {
    deletedGraphId
  }
}
    `) as unknown as TypedDocumentString<DeleteGraphMutation, DeleteGraphMutationVariables>;