export function readBearer(request: Request): string | null {
  return /^Bearer +(\S{1,512})$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}
