import { CALLS } from '../calls.ts';
import { respondJson } from '../../platform/http/calls/respond.ts';
import type { Api } from '../../platform/http/calls/serve.ts';
import { openApiDocument } from './document.ts';

const PATH = '/openapi.json';
let document: Record<string, unknown> | null = null;

export function mountOpenApi(api: Api): void {
  api.get(PATH, (c) => {
    document ??= openApiDocument(CALLS, c.req.path.slice(0, -PATH.length));
    return respondJson(document, { 'cache-control': 'public, max-age=300' });
  });
}
