import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Runs ffmpeg; throws its complaint. */
export function runTestFfmpeg(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-hide_banner', '-nostdin', '-y', ...args], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`ffmpeg ${args.join(' ')}\n${stderr.slice(-2000)}`);
  return stdout + stderr;
}

/** A third of the picture each: 26, 203 and 1000 cd/m² (PQ, SMPTE ST 2084); grey, paper white and more (HLG, BT.2408). */
const PATCHES = { smpte2084: [0.38, 0.58, 0.7518], 'arib-std-b67': [0.38, 0.75, 0.95] };

/** ffmpeg's input of a picture in HDR with three grey patches, in 10 bits and limited range. */
function getPatchesInput(transfer: keyof typeof PATCHES, seconds: number, size: string): string[] {
  const [dark, white, bright] = PATCHES[transfer].map((code) => String(Math.round(64 + 876 * code)));
  const patches = `if(lt(X,W/3),${dark},if(lt(X,2*W/3),${white},${bright}))`;
  const source = `color=black:s=60x24:r=25:d=${String(seconds)},format=yuv420p10le`;
  const scale = `loop=-1:1,trim=duration=${String(seconds)},scale=${size}:flags=neighbor,setsar=1`;
  return ['-f', 'lavfi', '-i', `${source},trim=end_frame=1,geq=lum='${patches}':cb=512:cr=512,${scale}`];
}

const getHdrTags = (transfer: keyof typeof PATCHES): string[] => [
  ...['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc', '-color_range', 'tv'],
];

/** A silent film of a camera in HLG. */
export function makeHlgFilm(file: string): string {
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le'];
  runTestFfmpeg(...getPatchesInput('arib-std-b67', 4, '180:72'), ...codec, ...getHdrTags('arib-std-b67'), file);
  return file;
}

/**
 * A scope film as a studio delivers it: 10-bit HDR10 with three grey patches, quiet 5.1 sound, a description of the
 * picture, ASS, SDH and forced subtitles, chapters.
 */
export function makeStudioFilm(file: string, work: (name: string) => string): string {
  const ass = `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,Arial,20\n
[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\an8\\b1}سلام{\\b0} دنيا!\n`;
  writeFileSync(work('full.ass'), ass);
  writeFileSync(work('sdh.srt'), '1\n00:00:01,000 --> 00:00:02,500\n[زنگ در]\n');
  writeFileSync(work('forced.srt'), '1\n00:00:03,000 --> 00:00:04,000\nتابلوی شهر\n');
  writeFileSync(
    work('chapters.txt'),
    [
      ...[';FFMETADATA1', '[CHAPTER]', 'TIMEBASE=1/1', 'START=0', 'END=2', 'title=Intro'],
      ...['[CHAPTER]', 'TIMEBASE=1/1', 'START=2', 'END=4', 'title=باغ'],
    ].join('\n'),
  );
  const dialogue = '0.02*sin(2*PI*440*t)';
  runTestFfmpeg(
    ...getPatchesInput('smpte2084', 4, '1280:536'),
    ...['-f', 'lavfi', '-i', `aevalsrc=0|0|${dialogue}|0|0|0:c=5.1:s=48000:d=4`],
    ...['-f', 'lavfi', '-i', 'sine=300:d=4:r=48000'],
    ...['-i', work('full.ass'), '-i', work('sdh.srt'), '-i', work('forced.srt'), '-i', work('chapters.txt')],
    ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', '-map', '4', '-map', '5', '-map_chapters', '6'],
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=0:pools=1:hdr10=1:max-cll=1000,400'],
    ...getHdrTags('smpte2084'),
    ...['-c:a', 'aac', '-c:s', 'copy', '-disposition:a:1', 'visual_impaired', '-disposition:s:1', 'hearing_impaired'],
    ...['-disposition:s:2', 'forced', '-metadata:s:a', 'language=per', '-metadata:s:s', 'language=per', file],
  );
  return file;
}

/** EBU R128 of a file's first audio track: LUFS and dBTP, by ffmpeg's `ebur128`. */
export function measureLoudness(file: string): { integrated: number; peak: number } {
  const output = runTestFfmpeg('-i', file, '-map', '0:a:0', '-af', 'ebur128=peak=true', '-f', 'null', '-');
  const summary = output.slice(output.lastIndexOf('Summary:'));
  const read = (pattern: RegExp) => Number(pattern.exec(summary)?.[1]);
  return { integrated: read(/I:\s+(-?[\d.]+) LUFS/), peak: read(/Peak:\s+(-?[\d.]+) dBFS/) };
}
