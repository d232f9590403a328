/** Ambient music out of nothing but sines: a slow pad of chords, plucked notes with echoes, and a breath of wind or sea. */

import { Readable } from 'node:stream';
import { AUDIO, type ClipName } from './config.ts';
import { random } from './draw.ts';
import { feedFfmpeg } from './ffmpeg.ts';
import { VOICES, type Score } from './score.ts';
import { STORY_SCORES } from './story-scores.ts';

const TURN = Math.PI * 2;
const hertz = (note: number) => 440 * 2 ** ((note - 69) / 12);

interface Sound {
  left: Float32Array;
  right: Float32Array;
}
interface Tone {
  start: number;
  length: number;
  frequency: number;
  gain: number;
  /** 0 is left, 1 right. */
  pan: number;
  envelope: (time: number) => number;
}

/** MIDI notes. A chord lasts nine seconds; the plucked scale leaves out what would rub against the chords. */
export const SCORES: Record<ClipName, Score> = {
  'clip-1': {
    chords: [
      [38, 50, 57, 62, 65],
      [34, 50, 58, 62, 65],
      [36, 48, 55, 64, 67],
      [38, 50, 57, 62, 69],
    ],
    scale: [62, 65, 67, 69, 72, 74, 77],
    beat: 1.5,
    seed: 5,
    swell: 0.11,
  },
  'clip-2': {
    chords: [
      [33, 45, 52, 60, 64],
      [41, 48, 57, 60, 65],
      [36, 48, 55, 60, 64],
      [33, 45, 52, 59, 64],
    ],
    scale: [69, 72, 74, 76, 79, 81, 84],
    beat: 1.125,
    seed: 9,
    swell: 0.16,
  },
  ...STORY_SCORES,
};

function addTone(sound: Sound, { start, length, frequency, gain, pan, envelope }: Tone): void {
  const first = Math.max(0, Math.round(start * AUDIO.rate));
  const last = Math.min(sound.left.length, Math.round((start + length) * AUDIO.rate));
  const left = gain * Math.cos((pan * Math.PI) / 2);
  const right = gain * Math.sin((pan * Math.PI) / 2);
  // A pointer that turns by one sample's angle is several times faster than a sine for each sample.
  const step = (TURN * frequency) / AUDIO.rate;
  const [turnX, turnY] = [Math.cos(step), Math.sin(step)];
  const begin = TURN * frequency * (first / AUDIO.rate - start);
  let [x, y] = [Math.cos(begin), Math.sin(begin)];
  for (let at = first; at < last; at += 1) {
    const value = y * envelope(at / AUDIO.rate - start);
    add(sound, at, value * left, value * right);
    const next = x * turnX - y * turnY;
    y = x * turnY + y * turnX;
    x = next;
  }
}

function add({ left, right }: Sound, at: number, toLeft: number, toRight: number): void {
  left[at] = (left[at] ?? 0) + toLeft;
  right[at] = (right[at] ?? 0) + toRight;
}

function addPad(sound: Sound, chords: number[][], seconds: number): void {
  const span = seconds / chords.length;
  const length = span + 4;
  // Chords overlap by four seconds: the one fades while the next one comes.
  const envelope = (time: number) =>
    (time < 3.5 ? Math.sin((time / 3.5) * (Math.PI / 2)) : 1) * Math.min(1, Math.max(0, (length - time) / 4));
  chords.forEach((chord, index) => {
    chord.forEach((note, voice) => {
      for (const [detune = 0, pan = 0] of [
        [-0.06, 0.2],
        [0.06, 0.8],
      ]) {
        for (const [harmonic = 1, gain = 0] of [
          [1, 0.05],
          [2, 0.014],
          [3, 0.005],
        ]) {
          addTone(sound, {
            start: index * span,
            length,
            frequency: hertz(note + detune) * harmonic,
            gain: gain / (1 + voice * 0.15),
            pan,
            envelope,
          });
        }
      }
    });
  });
}

function addPlucks(sound: Sound, { scale, beat, seed, voice = 'harp' }: Score, seconds: number): void {
  const { overtones, fall } = VOICES[voice];
  const chance = random(seed);
  let step = 2;
  for (let start = 1; start < seconds - 4; start += beat) {
    step = Math.min(scale.length - 1, Math.max(0, step + Math.round((chance() - 0.5) * 4)));
    if (chance() < 0.22) continue;
    const pan = 0.25 + chance() * 0.5;
    [1, 0.42, 0.18].forEach((echo, times) => {
      for (const [harmonic, gain] of overtones) {
        const envelope = (time: number) => Math.min(1, time / 0.006) * Math.exp(-time * (fall + harmonic * 0.9));
        // Every echo comes from the other side.
        const side = times % 2 === 0 ? pan : 1 - pan;
        addTone(sound, {
          start: start + times * 0.375,
          length: 3,
          frequency: hertz(scale[step] ?? 0) * harmonic,
          gain: gain * echo,
          pan: side,
          envelope,
        });
      }
    });
  }
}

/** A drum is a tone that falls in pitch, and noise, each of a gain and with a fall a second. */
const DRUMS: Record<string, readonly [hertz: number, tone: number, noise: number, fall: number]> = {
  k: [52, 0.5, 0, 9],
  s: [190, 0.08, 0.3, 16],
  h: [0, 0, 0.09, 60],
  t: [98, 0.3, 0.02, 11],
};

function addDrums(sound: Sound, { drums = '', beat, seed }: Score, seconds: number): void {
  const chance = random(seed + 200);
  // Half a beat, brought into what a foot can follow.
  const step = beat > 0.8 ? beat / 4 : beat < 0.35 ? beat : beat / 2;
  if (drums === '') return;
  for (let start = 3, at = 0; start < seconds - 3; start += step, at += 1) {
    const [pitch, tone, noise, fall] = DRUMS[drums[at % drums.length] ?? ''] ?? [0, 0, 0, 0];
    const first = Math.round(start * AUDIO.rate);
    for (let place = first; fall > 0 && place < first + (5 / fall) * AUDIO.rate; place += 1) {
      const time = (place - first) / AUDIO.rate;
      const sine = Math.sin(TURN * pitch * (time + 0.03 * (1 - Math.exp(-time * 30))));
      const value = (sine * tone + (chance() - 0.5) * noise) * Math.exp(-time * fall);
      add(sound, place, value, value);
    }
  }
}

/** Soft noise that comes and goes: wind over the sand, waves on the shore. */
function addBreath(sound: Sound, { seed, swell, air = 0.03 }: Score): void {
  const chance = random(seed + 100);
  let left = 0;
  let right = 0;
  for (let at = 0; at < sound.left.length; at += 1) {
    const time = at / AUDIO.rate;
    const rise = 0.5 - 0.5 * Math.cos(TURN * swell * time);
    left += (chance() - 0.5 - left) * air;
    right += (chance() - 0.5 - right) * air;
    const gain = 0.1 + 0.35 * rise;
    add(sound, at, left * gain, right * gain);
  }
}

/** Mixes the score of a clip of so many seconds and writes it as a lossless file. */
export async function renderMusic(score: Score, file: string, seconds: number): Promise<void> {
  const samples = seconds * AUDIO.rate;
  const sound = { left: new Float32Array(samples), right: new Float32Array(samples) };
  addPad(sound, score.chords, seconds);
  addPlucks(sound, score, seconds);
  addDrums(sound, score, seconds);
  addBreath(sound, score);
  const peak = Math.max(
    ...[sound.left, sound.right].map((side) => side.reduce((most, value) => Math.max(most, Math.abs(value)), 0)),
  );
  const mixed = new Float32Array(samples * 2);
  for (let at = 0; at < samples; at += 1) {
    const time = at / AUDIO.rate;
    // Half a second in, two and a half out; the peak at -3 dB leaves the encoder room.
    const gain = (0.7 / peak) * Math.min(1, time / 0.5, (seconds - time) / 2.5);
    mixed[at * 2] = (sound.left[at] ?? 0) * gain;
    mixed[at * 2 + 1] = (sound.right[at] ?? 0) * gain;
  }
  await feedFfmpeg(
    ['-f', 'f32le', '-ar', String(AUDIO.rate), '-ac', '2', '-i', 'pipe:0', '-c:a', 'pcm_s16le', file],
    Readable.from([new Uint8Array(mixed.buffer)]),
  );
}
