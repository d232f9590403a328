// @module-tag full
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { start } from '../../../tools/lib/processes.ts';
import { makeLocalState } from '../../support/site/local-state.ts';
import { runTestFfmpeg } from '../../support/media/make-studio-film.ts';
import { insertPart, makeTune, TUNE_RATE } from '../../support/media/make-tune.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { addRows } from '../../support/database/rows.ts';

const inFolder = useTemporaryFolder();

/** The demo catalogue's series of five episodes, and where four of them have the tune. */
const [SERIES, FIRST_EPISODE] = [219, 1369];
const PLACES = [2, 5.4, 9.1, 6];

/** An audio rendition as HLS, with the tune in other sound. */
function makeRendition(name: string, seconds: number, seed: number): string {
  const folder = inFolder(name);
  mkdirSync(folder);
  const sound = insertPart(makeTune(seed, 60), makeTune(1, 16), { seconds, level: 0.5, noise: 0.003, seed });
  writeFileSync(inFolder('sound.pcm'), new Uint8Array(sound.buffer));
  runTestFfmpeg(
    ...['-f', 'f32le', '-ar', String(TUNE_RATE), '-ac', '1', '-i', inFolder('sound.pcm'), '-c:a', 'aac', '-b:a', '64k'],
    ...['-ar', '48000', '-ac', '2', '-hls_segment_type', 'fmp4', '-hls_time', '4', '-hls_playlist_type', 'vod'],
    ...['-hls_segment_filename', `${folder}/seg-%d.m4s`, `${folder}/index.m3u8`],
  );
  return folder;
}

test('a season gets the intros that its published sound has in common; an editor keeps what he has set', async () => {
  const state = await makeLocalState();
  const find = async (...args: string[]) => {
    let output = '';
    const { ended } = start(process.execPath, ['scripts/find-intros.ts', ...args], {
      env: { STATE_DIR: state.dir, INGEST_DIR: inFolder('work') },
      onOutput: (text: string) => (output += text),
    });
    return { code: await ended, output };
  };
  // Before workerd is open: it closes a connection that rests while ffmpeg works.
  const folders = PLACES.map((seconds, at) => makeRendition(`tune-${String(at)}`, seconds, 10 + at));
  try {
    await state.inside(async ({ DB, MEDIA }) => {
      for (const [at, folder] of folders.entries()) {
        const name = `tune-${String(at)}`;
        for (const file of readdirSync(folder)) {
          await MEDIA.put(`video/${name}/audio/${file}`, readFileSync(`${folder}/${file}`));
        }
        await DB.prepare('UPDATE titles SET media = ? WHERE id = ?')
          .bind(name, FIRST_EPISODE + at)
          .run();
      }
      await addRows(DB, 'markers', [
        { media: 'tune-1', kind: 'intro', starts: 30, ends: 40 },
        { media: 'tune-2', kind: 'recap', starts: 0, ends: 9 },
      ]);
    });

    const { code, output } = await find(`series/${String(SERIES)}`);
    expect(output).toContain('episode 2: keeps the intro that it has.');
    expect(output).toContain('episode 5: keeps the intro that it has.');
    expect(code).toBe(0);
    expect(readdirSync(inFolder('work'))).toEqual([]);
    const sql = "SELECT media, kind, starts, ends FROM markers WHERE media LIKE 'tune-%' ORDER BY media, kind";
    const rows = await state.inside(async ({ DB }) => (await DB.prepare(sql).all()).results);
    expect(rows).toEqual([
      { media: 'tune-0', kind: 'intro', starts: 2, ends: 18 },
      { media: 'tune-1', kind: 'intro', starts: 30, ends: 40 },
      { media: 'tune-2', kind: 'intro', starts: 9, ends: 25 },
      { media: 'tune-2', kind: 'recap', starts: 0, ends: 9 },
      { media: 'tune-3', kind: 'intro', starts: 6, ends: 22 },
    ]);

    const refusals = await Promise.all([find('series/999999'), find('movie/52')]);
    expect(refusals[0].output).toContain('No episode of series 999999 has a film.');
    expect(refusals[1].output).toContain('Usage: npm run intros');
    for (const refused of refusals) {
      expect(refused.output).not.toContain('    at ');
      expect(refused.code).toBe(1);
    }
  } finally {
    await state.remove();
  }
});
