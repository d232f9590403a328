import { isHtml } from '../../../platform/http/pages/is-html.ts';

/** edge/browser-cache.ts names such a page: public in its content, kept under all cookies of the browser. */
export function isGuestsPage({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    isHtml(headers) &&
    /^private, max-age=[1-9]/.test(headers.get('cache-control') ?? '') &&
    /\bcookie\b/.test(headers.get('vary') ?? '') &&
    !headers.has('set-cookie')
  );
}
