import type * as v from 'valibot';

export type Schema = v.GenericSchema;
export const OPERATOR_ROLES = ['comments'] as const; // An operator without a role may make every operator call
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
type Method = 'GET' | 'POST';

/** `path` holds `:name` parameters taken from the input; the rest is the query of a GET or the JSON body of a POST. */
export interface Call<I extends Schema = Schema, O extends Schema = Schema> {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly auth?: boolean;
  readonly operator?: true | OperatorRole;
  readonly keyed?: true; // `idempotency_key` of the input is the header Idempotency-Key
  readonly maxAge?: number; // Seconds for which a browser keeps the answer
  readonly input: I;
  readonly output: O;
}

export type Input<C extends Call> = v.InferInput<C['input']>;
export type Output<C extends Call> = v.InferOutput<C['output']>;

export function defineCall<I extends Schema, O extends Schema>(call: Call<I, O>): Call<I, O> {
  return call;
}
