import type { Env } from '../../config/env.ts';

export const API_BASE = '/api/v1';

export type ApiFetch = (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response>;
