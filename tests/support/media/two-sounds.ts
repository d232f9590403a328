import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';

/** The tone of each sound track, in Hz. */
export const TONES = { fa: 440, en: 1500 } as const;
/** A slow machine needs long to change the sound twice. */
const SECONDS = '90';

/** A film with a tone of its own in each of two sound tracks, as HLS in `folder`. */
export function makeTwoSounds(folder: string, type: 'fmp4' | 'mpegts'): void {
  const make = (name: string, source: string, codec: string[]) => {
    mkdirSync(join(folder, name), { recursive: true });
    execFileSync('ffmpeg', [
      ...['-v', 'error', '-f', 'lavfi', '-i', source, '-t', SECONDS, ...codec, '-f', 'hls', '-hls_time', '2'],
      ...['-hls_playlist_type', 'vod', '-hls_segment_type', type, join(folder, name, 'index.m3u8')],
    ]);
  };
  make('video', 'testsrc2=size=320x180:rate=25', ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-bf', '0']);
  for (const [name, tone] of Object.entries(TONES))
    make(name, `sine=frequency=${String(tone)}:sample_rate=48000`, ['-c:a', 'aac']);
  const sounds = Object.keys(TONES).map(
    (name, at) =>
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="${name}",LANGUAGE="${name}",AUTOSELECT=YES,DEFAULT=${at === 0 ? 'YES' : 'NO'},URI="${name}/index.m3u8"`,
  );
  const variant = '#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.42c00d,mp4a.40.2",RESOLUTION=320x180,AUDIO="a"';
  writeFileSync(join(folder, 'master.m3u8'), ['#EXTM3U', ...sounds, variant, 'video/index.m3u8', ''].join('\n'));
}

/** Answers a title's media addresses with the files of `folder`. */
export async function serveTwoSounds(page: Page, pattern: string, folder: string): Promise<void> {
  await page.route(pattern, async (route: Route) => {
    const path = /([\w-]+\/[\w-]+\.\w+|master\.m3u8)$/.exec(new URL(route.request().url()).pathname)?.[1] ?? '';
    const file = path.endsWith('master.m3u8') ? 'master.m3u8' : path;
    try {
      await route.fulfill({ body: readFileSync(join(folder, file)) });
    } catch {
      await route.fulfill({ status: 404 });
    }
  });
}

/** The loudest frequency that the video plays, in Hz. */
export function hear(page: Page): Promise<number> {
  return page.locator('video').evaluate(async (video: HTMLVideoElement & { ears?: AnalyserNode }) => {
    if (!video.ears) {
      const context = new AudioContext();
      await context.resume();
      video.ears = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
      context.createMediaElementSource(video).connect(video.ears).connect(context.destination);
    }
    const { ears } = video;
    const levels = new Float32Array(ears.frequencyBinCount);
    ears.getFloatFrequencyData(levels);
    const loudest = levels.reduce((best, level, at) => (level > (levels[best] ?? -Infinity) ? at : best), 0);
    return (loudest * ears.context.sampleRate) / ears.fftSize;
  });
}
