export function isHtml(headers: Pick<Headers, 'get'>): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true;
}
