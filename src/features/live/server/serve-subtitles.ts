import type { Env } from '../../../platform/config/env.ts';
import { SharedValues } from '../../../platform/http/shared-values.ts';
import { retryRead, readWhole } from '../../../platform/media/stored-file.ts';
import { readVtt } from '../../../platform/media/subtitles/read-blocks.ts';
import type { VttCue } from '../../../platform/media/web-vtt.ts';
import type { Media } from '../playout/media.ts';
import { cutSubtitles } from '../playout/subtitle-segment.ts';

const MAX_AGE_MS = 10 * 60_000;
/** A film has about 200 kB of cues. */
const MAX_ENTRIES = 40;

const shared = new SharedValues<string, VttCue[]>(MAX_ENTRIES);

export async function serveSubtitleSegment(
  env: Env,
  { folder, durationsUs }: Media,
  { file, segment }: { file: string | null; segment: number },
  headers: Record<string, string>,
): Promise<Response> {
  const cues = file === null ? [] : await readCues(env, `video/${folder}/subs/${file}.vtt`);
  return new Response(cutSubtitles(cues, durationsUs, segment), { headers });
}

function readCues(env: Env, key: string): Promise<VttCue[]> {
  return shared.read(key, async () => {
    const stored = await retryRead(() => env.MEDIA.get(key));
    const value = stored ? readVtt(new TextDecoder().decode(await readWhole(stored))) : [];
    return { value, keepMs: MAX_AGE_MS };
  });
}
