// @module-tag full
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFilm } from '../../support/media/flash-and-beep.ts';
import { ingestFilm } from '../../support/media/ingest-film.ts';
import { runTestFfmpeg } from '../../support/media/make-studio-film.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();

test('a name with a colon, and tracks of text in Windows-1256 and with an empty line', async () => {
  const film = makeFilm(inFolder('plain.mkv'), { seconds: 2, size: '128x72' });
  const [old, drawn, file] = [inFolder('old.srt'), inFolder('drawn.srt'), inFolder('Alien: Romulus.mkv')];
  const salam = Uint8Array.from([0xd3, 0xe1, 0xc7, 0xe3]);
  const times = '1\n00:00:00,500 --> 00:00:01,500\n';
  writeFileSync(old, Uint8Array.from([...new TextEncoder().encode(times), ...salam, 10, 10, ...salam, 10]));
  writeFileSync(drawn, `${times}First\n`);
  const inputs = ['-i', film, '-i', old, '-i', drawn, '-map', '0', '-map', '1', '-map', '2', '-c', 'copy'];
  const tags = ['-metadata:s:s:0', 'language=per', '-c:s:1', 'ass', '-metadata:s:s:1', 'language=eng'];
  runTestFfmpeg(...inputs, ...tags, `file:${file}`);
  const { hls } = await ingestFilm(file, inFolder('published'));
  expect(readFileSync(join(hls, 'subs/fa.vtt'), 'utf8')).toContain('\n\u200fسلام\u200f\n\u200fسلام\u200f\n');
  expect(readFileSync(join(hls, 'subs/en.vtt'), 'utf8')).toMatch(/--> 00:00:01\.\d+\nFirst\n/);
});

test('a film that was begun for one storage has all its files in another', async () => {
  const film = makeFilm(inFolder('moved.mkv'), { seconds: 2, size: '128x72' });
  const root = inFolder('moved');
  for (const storage of ['first', 'second']) {
    const { hls, download } = await ingestFilm(film, root, false, { storage });
    expect(readFileSync(join(hls, 'master.m3u8'), 'utf8')).toContain('72p/index.m3u8');
    expect(readFileSync(download).length).toBeGreaterThan(1000);
  }
});
