import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTracks, replaceTracks } from '../src/playlist/edit-tracks.ts';

const CLIP = readFileSync(new URL('../../../seed/media/clip-1/master.m3u8', import.meta.url), 'utf8');
const SUBTITLE = { type: 'SUBTITLES', groupId: 'subs', isDefault: false, language: 'ar', name: 'العربية' } as const;
const DUBS = [
  '#EXTM3U',
  ...['audio', 'audio-low'].flatMap((group) => [
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${group}",NAME="A, b",LANGUAGE="fa",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="${group}-1/index.m3u8"`,
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${group}",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="${group}-2/index.m3u8"`,
  ]),
  '#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,AUDIO="audio"',
  '240p/index.m3u8',
  '',
].join('\n');

describe('the tracks of a master playlist', () => {
  it('stay as they are without a change', () => {
    const { sounds, subtitles } = readTracks(CLIP);
    expect(sounds).toEqual([{ name: 'موسیقی', language: 'zxx', isDescription: false, uris: ['audio/index.m3u8'] }]);
    expect(subtitles).toEqual([
      { uri: 'subs/fa.m3u8', language: 'fa', isForced: false, isForDeaf: false },
      { uri: 'subs/en.m3u8', language: 'en', isForced: false, isForDeaf: false },
    ]);
    const names = ['فارسی', 'English'];
    const same = subtitles.map(({ uri, language }, at) => ({
      ...SUBTITLE,
      ...{ uri, language, name: names[at] ?? '', isDefault: at === 0 },
    }));
    expect(replaceTracks(CLIP, { sounds, subtitles: same })).toBe(CLIP);
  });

  it('lose all subtitles, and get some where there were none', () => {
    const none = replaceTracks(CLIP, { sounds: [], subtitles: [] });
    expect(none).not.toContain('SUBTITLES');
    expect(readTracks(none).subtitles).toEqual([]);
    const some = replaceTracks(none, {
      sounds: [],
      subtitles: [{ ...SUBTITLE, isForced: true, uri: 'subs/ar-1.m3u8' }],
    });
    expect(readTracks(some).subtitles).toEqual([
      { uri: 'subs/ar-1.m3u8', language: 'ar', isForced: true, isForDeaf: false },
    ]);
    expect(some.match(/SUBTITLES="subs"/g)).toHaveLength(3);
    expect(some.split('\n').find((line) => line.includes('52188'))).not.toContain('SUBTITLES');
  });

  it('have another name in each group, and the first of a language is chosen by itself', () => {
    const [first, second] = readTracks(DUBS).sounds;
    expect(first).toMatchObject({ name: 'A, b', uris: ['audio-1/index.m3u8', 'audio-low-1/index.m3u8'] });
    const sounds = [
      first,
      { ...second, uris: second?.uris ?? [], isDescription: false, name: 'Commentary', language: 'fa' },
    ];
    const text = replaceTracks(DUBS, { sounds: sounds.flatMap((sound) => sound ?? []), subtitles: [] });
    expect(text.match(/NAME="Commentary",LANGUAGE="fa",DEFAULT=NO,AUTOSELECT=NO/g)).toHaveLength(2);
    expect(text.match(/NAME="A, b",LANGUAGE="fa",DEFAULT=YES,AUTOSELECT=YES/g)).toHaveLength(2);
    expect(replaceTracks('not a playlist', { sounds: [], subtitles: [] })).toBe('not a playlist');
  });
});
