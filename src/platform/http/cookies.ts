const NAME = /^[\w!#$%&'*+.^`|~-]{1,128}$/; // RFC 6265

export function listCookieNames(request: Request): string[] {
  const pairs = (request.headers.get('cookie') ?? '').split(';');
  return [...new Set(pairs.map((pair) => pair.split('=')[0]?.trim() ?? ''))].filter((name) => NAME.test(name));
}

export function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
