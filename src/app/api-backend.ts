import type { Env } from '../platform/config/env.ts';
import { createApp } from './api.ts';
import { type ApiFetch } from '../platform/http/calls/api-base.ts';
import { isAdapted } from './provider/answers.ts';
import { answerByProvider } from './provider/backend.ts';
import { supportsCall } from './provider/settings.ts';

/** Answers where API_BASE_URL is empty. */
export const embeddedApi = createApp();
const embedded: ApiFetch = async (request, env, ctx) => embeddedApi.fetch(request, env, ctx);

export function supportsApiCall(env: Env, name: string): boolean {
  return env.API_BASE_URL === '' || supportsCall(env, name) || isAdapted(name);
}

export function apiBackend(env: Env): ApiFetch {
  return env.API_BASE_URL === '' ? embedded : (request, _env, ctx) => answerByProvider(request, env, ctx);
}
