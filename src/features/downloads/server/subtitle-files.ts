import { readRenditions } from '@pardeh/hls/master-playlist';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Env } from '../../../platform/config/env.ts';
import { readVtt } from '../../../platform/media/subtitles/read-blocks.ts';
import { toSrt } from '../../../platform/media/subtitles/srt.ts';
import { readWhole, retryRead } from '../../../platform/media/stored-file.ts';
import type { Download } from '../contract.ts';
import { downloads } from './schema.ts';

/** Subtitles of a film beside its file: also those that the desk has put on it since the file was made. */

const FOLDER = /^download\/([\w-]+)\//;
const NAME = /\.([a-z]{2,3}(?:-[A-Za-z]{2,4})?)\.srt$/;
const languages = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** Of `downloads`, as JSON; null for a film whose folder is unknown. */
export const filmSubtitles = sql<string | null>`(SELECT f.subtitles FROM media_facts f WHERE f.media =
  substr(${downloads.file}, 10, instr(substr(${downloads.file}, 10), '/') - 1))`;

/** By the address of the film, whose signature opens them. */
export function listSubtitleFiles(json: string | null, url: string | null): Download['subtitle_files'] {
  if (json === null || url === null) return [];
  const list = v.parse(languages, json).filter((language) => NAME.test(`.${language}.srt`));
  return list.map((lang) => ({ lang, url: url.replace(/\.mp4$/, `.${lang}.srt`) }));
}

/** The language of an address; null for the film's own. */
export const readSubtitleLanguage = (path: string): string | null => NAME.exec(path)?.[1] ?? null;

/** As SRT, which programs for films read beside a file. Null where the film has none of that language. */
export async function readSubtitleFile({ MEDIA }: Env, file: string, language: string): Promise<string | null> {
  const folder = FOLDER.exec(file)?.[1];
  if (folder === undefined) return null;
  const read = async (name: string) => {
    const object = await retryRead(() => MEDIA.get(`video/${folder}/${name}`));
    return object && new TextDecoder().decode(await readWhole(object));
  };
  const { subtitles } = readRenditions((await read('master.m3u8')) ?? '');
  const uri = subtitles.find((one) => one.language === language)?.uri;
  const text = uri === undefined ? null : await read(uri.replace(/\.m3u8$/, '.vtt'));
  return text === null ? null : toSrt(readVtt(text));
}
