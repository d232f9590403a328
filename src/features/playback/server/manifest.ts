import { DATA_SAVER_HEIGHT } from '../../accounts/preferences.ts';
import { readWhole } from '../../../platform/media/stored-file.ts';
import { filterPlaylist, keepProtectable, type VariantFilter } from '@pardeh/hls/master-playlist';

const HEIGHT = /^[1-9]\d{0,4}$/;

/** `max` is the greatest height, `audio=1` sound alone, `channels=6` 5.1 too; `Save-Data: on` caps the height. */
function readVariantFilter(request: Request): VariantFilter {
  const query = new URL(request.url).searchParams;
  const max = query.get('max') ?? '';
  const maxHeight = HEIGHT.test(max) ? Number(max) : null;
  const saves = request.headers.get('save-data')?.trim().toLowerCase() === 'on';
  return {
    maxHeight: saves ? Math.min(maxHeight ?? DATA_SAVER_HEIGHT, DATA_SAVER_HEIGHT) : maxHeight,
    audioOnly: query.get('audio') === '1',
    surround: query.get('channels') === '6',
  };
}

export async function serveManifest(
  request: Request,
  file: R2ObjectBody,
  headers: Record<string, string>,
  isProtected: boolean,
): Promise<Response> {
  const text = new TextDecoder().decode(await readWhole(file));
  const offered = isProtected ? keepProtectable(text) : text;
  const bytes = new TextEncoder().encode(filterPlaylist(offered, readVariantFilter(request)));
  return new Response(bytes, {
    headers: { ...headers, 'content-length': String(bytes.byteLength), vary: 'save-data' },
  });
}
