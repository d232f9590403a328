import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIO_RATE, getSoundTiming, type SoundCodec } from './clock.ts';
import { SOUND_ENCODERS } from './encode.ts';

const TONE_AT = 0.2;
const TONE = `aevalsrc=exprs='if(gte(t,${TONE_AT}),sin(2*PI*1000*t)/2,0)':s=${AUDIO_RATE}:c=stereo:d=0.6`;
const HEARD = 0.05;
/** A quarter of what a viewer may notice between picture and sound. */
const TOLERANCE_SECONDS = 0.01;

/** Throws where this ffmpeg's encoder delays sound by another time than the clock knows: films would be out of step. */
export function requireKnownDelay(codec: SoundCodec): void {
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-delay-'));
  const file = join(folder, 'tone.aac');
  try {
    const source = ['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', TONE];
    spawnSync('ffmpeg', [...source, ...SOUND_ENCODERS[codec], '-b:a', '32k', '-map_metadata', '-1', file]);
    // ADTS says nothing of a delay, so that the decoder keeps it.
    const { stdout } = spawnSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 'f32le', '-ac', '1', '-']);
    const samples = new Float32Array(stdout.buffer, stdout.byteOffset, Math.floor(stdout.length / 4));
    if (samples.length === 0) throw new Error(`This ffmpeg cannot encode ${codec}.`);
    const seconds = samples.findIndex((sample) => Math.abs(sample) > HEARD) / AUDIO_RATE - TONE_AT;
    const expected = getSoundTiming(codec).delay / AUDIO_RATE;
    if (Math.abs(seconds - expected) <= TOLERANCE_SECONDS) return;
    throw new Error(
      `This ffmpeg's encoder of ${codec} delays sound by ${seconds.toFixed(3)} s and not by ${expected.toFixed(3)} s, so sound and picture would be apart. Use another build.`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
