import type * as v from 'valibot';

export type Schema = v.GenericSchema;
/** What an operator may be limited to; one without a role may make every call. */
export const OPERATOR_ROLES = ['comments'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
export type Method = 'GET' | 'POST';

/**
 * One call of the API. `path` holds `:name` parameters, which are taken from the input by name;
 * the rest of the input is the query of a GET, or the JSON body of a POST.
 */
export interface Call<I extends Schema = Schema, O extends Schema = Schema> {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  /** For the OpenAPI document: what the call does, and the specification's id where it has one. */
  readonly summary: string;
  readonly auth?: boolean;
  /** Asks for the bearer of an operator (modules/operator): of all calls, or of those of a role as well. */
  readonly operator?: true | OperatorRole;
  readonly input: I;
  readonly output: O;
}

export type Input<C extends Call> = v.InferInput<C['input']>;
export type Output<C extends Call> = v.InferOutput<C['output']>;

/** Defines a call; its name is used in the OpenAPI document and in error reports. */
export function defineCall<I extends Schema, O extends Schema>(call: Call<I, O>): Call<I, O> {
  return call;
}
