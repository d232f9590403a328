import { describe, expect, test } from 'vitest';
import { resolveVariables } from '@pardeh/hls/define';
import { parseMasterPlaylist, parseMediaPlaylist } from '@pardeh/hls/playlist';
import { countWithin, renamePlaylists, trimPlaylist } from '../../../src/features/live/playout/trim.ts';

const URL_OF_SOURCE = 'https://tv.example/a/live.m3u8?token=k%201';
const resolve = (uri: string) => new URL(uri, URL_OF_SOURCE).href;
const trim = (lines: string[], segments = 3) => {
  const playlist = parseMediaPlaylist(['#EXTM3U', '#EXT-X-TARGETDURATION:4', ...lines, ''].join('\n'))!;
  return trimPlaylist(playlist, { segments, bytes: 4096, resolve }).split('\n');
};
const segment = (name: string, ...tags: string[]) => [...tags, '#EXTINF:4,', `${name}.ts`];
const withTag = (lines: string[], tag: string) => lines.filter((line) => line.startsWith(tag));

test('a long window is listed on demand, then by delta updates (RFC 8216bis, 6.2.5.1)', () => {
  const lines = Array.from({ length: 60 }, (_, at) => segment(String(at))).flat();
  const playlist = parseMediaPlaylist(
    ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:4', ...lines, ''].join('\n'),
  )!;
  const short = trimPlaylist(playlist, { segments: 7, bytes: 4096, resolve, rewindSeconds: 160 }).split('\n');
  expect(withTag(short, '#EXT-X-PARDEH-REWIND')).toEqual(['#EXT-X-PARDEH-REWIND:132.000']);
  expect(countWithin(playlist, 160)).toBe(40);
  const options = { segments: 40, bytes: 1e5, resolve };
  const full = trimPlaylist(playlist, { ...options, skip: { targets: 6, isAsked: false } }).split('\n');
  expect(full).toEqual(expect.arrayContaining(['#EXT-X-VERSION:9', '#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24.0']));
  expect(withTag(full, '#EXTINF')).toHaveLength(40);
  const delta = trimPlaylist(playlist, { ...options, skip: { targets: 6, isAsked: true } }).split('\n');
  expect(withTag(delta, '#EXT-X-SKIP')).toEqual(['#EXT-X-SKIP:SKIPPED-SEGMENTS=34']);
  expect(withTag(delta, '#EXT-X-MEDIA-SEQUENCE')).toEqual(withTag(full, '#EXT-X-MEDIA-SEQUENCE'));
  expect(withTag(delta, '#EXTINF')).toHaveLength(6);
});

test('a long window of long addresses is cut quickly, and a delta update begins where the whole playlist does', () => {
  const lines = Array.from({ length: 3000 }, (_, at) => segment(`${String(at)}-${'x'.repeat(120)}`)).flat();
  const playlist = parseMediaPlaylist(['#EXTM3U', '#EXT-X-TARGETDURATION:4', ...lines, ''].join('\n'))!;
  let resolved = 0;
  const count = (uri: string) => {
    resolved += 1;
    return resolve(uri);
  };
  const cut = (isAsked: boolean) =>
    trimPlaylist(playlist, { segments: 3000, bytes: 20_000, resolve: count, skip: { targets: 6, isAsked } }).split(
      '\n',
    );
  const full = cut(false);
  expect(full.join('\n').length).toBeLessThanOrEqual(20_000);
  expect(withTag(full, '#EXTINF').length).toBeGreaterThan(100);
  expect(resolved).toBeLessThan(4000);
  expect(withTag(cut(true), '#EXT-X-MEDIA-SEQUENCE')).toEqual(withTag(full, '#EXT-X-MEDIA-SEQUENCE'));
});

test('a window is no event, and one whose times cannot be is shown without them', () => {
  const start = ['#EXT-X-PLAYLIST-TYPE:EVENT', '#EXT-X-PROGRAM-DATE-TIME:2026-11-24T20:00:00Z'];
  const lines = trim([...start, '#EXTINF:1e300,', '0.ts', ...segment('1'), ...segment('2'), ...segment('3')]);
  expect(lines).toContain(resolve('3.ts'));
  expect(lines.join('\n')).not.toMatch(/PLAYLIST-TYPE|PROGRAM-DATE/);
});

describe('keys', () => {
  const widevine = 'KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"';
  const key = (uri: string, format = '') => `#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="${uri}"${format && `,${format}`}`;

  test('of every format, and several of one format, are kept for the first segment of the window', () => {
    const lines = trim([
      ...segment('0', key('k0'), key('w0', widevine)),
      ...segment('1', key('k1'), key('w1', widevine), key('w2', widevine)),
      ...segment('2'),
      ...segment('3'),
      ...segment('4', key('w3', widevine)),
    ]);
    const uris = withTag(lines, '#EXT-X-KEY').map((line) => /\/a\/(\w+)"/.exec(line)?.[1]);
    expect(uris).toEqual(['k1', 'w1', 'w2', 'w3']);
    expect(lines.indexOf(withTag(lines, '#EXT-X-KEY')[3]!)).toBeGreaterThan(lines.indexOf(resolve('3.ts')));
  });

  test('end with METHOD=NONE, and begin again', () => {
    const none = '#EXT-X-KEY:METHOD=NONE';
    const lines = trim([
      ...segment('0', key('k0')),
      ...segment('1', none),
      ...segment('2'),
      ...segment('3', key('k0')),
    ]);
    expect(withTag(lines, '#EXT-X-KEY')).toEqual([none, key(resolve('k0'))]);
  });

  test('of the session are resolved in the master playlist', () => {
    const master = parseMasterPlaylist(
      [
        '#EXTM3U',
        '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="../key?a=1"',
        '#EXT-X-SESSION-DATA:DATA-ID="x",URI="data.json"',
        '#EXT-X-STREAM-INF:BANDWIDTH=1',
        'v.m3u8',
      ].join('\n'),
    )!;
    const text = renamePlaylists(master, (at) => `x${String(at)}.m3u8`, resolve);
    expect(text).toContain('URI="https://tv.example/key?a=1"');
    expect(text).toContain('URI="https://tv.example/a/data.json"');
    expect(text).toContain('\nx0.m3u8\n');
  });
});

test('a byte range says where it begins, also where the segment before it is cut off', () => {
  const range = (name: string, text: string) => segment(name, `#EXT-X-BYTERANGE:${text}`);
  const lines = trim([...range('all', '100@50'), ...range('all', '30'), ...range('all', '20'), ...range('all', '10')]);
  expect(withTag(lines, '#EXT-X-BYTERANGE')).toEqual([
    '#EXT-X-BYTERANGE:30@150',
    '#EXT-X-BYTERANGE:20@180',
    '#EXT-X-BYTERANGE:10@200',
  ]);
});

test('breaks for advertisements are passed on, and a date range as long as it lasts', () => {
  const at = (second: number) => `2026-11-24T20:00:0${String(second)}.000Z`;
  const range = (id: string, more: string) => `#EXT-X-DATERANGE:ID="${id}",START-DATE="${at(0)}"${more}`;
  const lines = trim([
    range('over', ',DURATION=3'),
    range('ended', `,END-DATE="${at(4)}"`),
    range('lasts', ',DURATION=60'),
    `#EXT-X-PROGRAM-DATE-TIME:${at(0)}`,
    ...segment('0', range('open', '')),
    ...segment('1', '#EXT-X-CUE-OUT:30'),
    ...segment('2', '#EXT-X-CUE-OUT-CONT:4/30', range('own', ',SCTE35-OUT=0xFC')),
    ...segment('3', '#EXT-X-CUE-IN'),
  ]);
  expect(withTag(lines, '#EXT-X-DATERANGE').map((line) => /ID="(\w+)"/.exec(line)?.[1])).toEqual([
    'lasts',
    'open',
    'own',
  ]);
  expect(withTag(lines, '#EXT-X-CUE')).toEqual(['#EXT-X-CUE-OUT:30', '#EXT-X-CUE-OUT-CONT:4/30', '#EXT-X-CUE-IN']);
});

/** The last value is `10 ** steps` characters long. */
const growTenfold = (steps: number): string[] =>
  Array.from({ length: steps + 1 }, (_, step) =>
    step === 0
      ? '#EXT-X-DEFINE:NAME="a0",VALUE="x"'
      : `#EXT-X-DEFINE:NAME="a${String(step)}",VALUE="${`{$a${String(step - 1)}}`.repeat(10)}"`,
  );

describe('variables', () => {
  const define = (lines: string[], inherited: [string, string][] = []) =>
    resolveVariables(lines.join('\n'), URL_OF_SOURCE, new Map(inherited), 10_000);

  test('are named, imported from the master playlist, or taken from the address', () => {
    const defined = define(
      [
        '#EXTM3U',
        '#EXT-X-DEFINE:NAME="host",VALUE="https://cdn.example"',
        '#EXT-X-DEFINE:IMPORT="path"',
        '#EXT-X-DEFINE:QUERYPARAM="token"',
        '#EXT-X-DEFINE:NAME="base",VALUE="{$host}/{$path}"',
        '#EXT-X-MAP:URI="{$base}/init.mp4"',
        '# a comment with {$nothing}',
        '{$base}/a.ts?{$token}',
      ],
      [['path', 'v1']],
    );
    expect(defined?.text.split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-MAP:URI="https://cdn.example/v1/init.mp4"',
      '# a comment with {$nothing}',
      'https://cdn.example/v1/a.ts?k 1',
    ]);
    expect(defined?.variables.get('base')).toBe('https://cdn.example/v1');
  });

  test.each([
    ['an undefined reference', ['#EXT-X-DEFINE:NAME="a",VALUE="1"', '{$b}.ts']],
    ['an import of nothing', ['#EXT-X-DEFINE:IMPORT="b"']],
    ['a parameter that the address has not', ['#EXT-X-DEFINE:QUERYPARAM="x"']],
    ['a definition without a name', ['#EXT-X-DEFINE:VALUE="x"']],
    [
      'text that grows without end',
      [`#EXT-X-DEFINE:NAME="a",VALUE="${'x'.repeat(2000)}"`, ...Array.from({ length: 10 }, () => '{$a}')],
    ],
    ['values that grow tenfold', growTenfold(7)],
    ['a line of many references', ['#EXT-X-DEFINE:NAME="a",VALUE="xxxxxxxx"', '{$a}'.repeat(2000)]],
    ['one value under many names', Array.from({ length: 4000 }, () => '#EXT-X-DEFINE:QUERYPARAM="token"')],
  ])('%s makes the playlist invalid', (_what, lines) => {
    expect(define(lines)).toBeNull();
  });
});
