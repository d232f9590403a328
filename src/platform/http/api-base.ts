import type { Env } from '../config/env.ts';

/** Where the API is, below the origin. */
export const API_BASE = '/api/v1';

/** Answers a request with the Worker's bindings. */
export type ApiFetch = (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response>;
