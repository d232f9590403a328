/** edge/browser-cache.ts names such a page: public in its content, kept under all cookies of the browser. */
export function isGuestsPage({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    headers.get('content-type')?.startsWith('text/html') === true &&
    /^private, max-age=[1-9]/.test(headers.get('cache-control') ?? '') &&
    /\bcookie\b/.test(headers.get('vary') ?? '') &&
    !headers.has('set-cookie')
  );
}
