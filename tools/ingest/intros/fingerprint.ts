import { computePowers, FFT_SIZE } from './spectrum.ts';

/** Hertz of the mono sound that is compared. Speech and music are told apart well below the half of it. */
export const PCM_RATE = 8000;
/** Frames a second. */
export const FRAME_RATE = 8;
const HOP = PCM_RATE / FRAME_RATE;
/** 33 bands, each wider than the one below by the same ratio, give 32 differences. */
const BANDS = 33;
const [LOWEST_HZ, HIGHEST_HZ] = [200, 3400];
/** Frames between two energies that are compared, so that their windows hardly overlap. */
const DISTANCE = 3;
/** A frame below this share of full scale (-60 dB) is silence, which agrees with nothing. */
const SILENT_RMS = 0.001;

export interface Fingerprint {
  /** One word of 32 bits for each frame. */
  words: Uint32Array;
  /** 1 where the frame has sound. */
  audible: Uint8Array;
}

const EDGES = Array.from({ length: BANDS + 1 }, (_, at) =>
  Math.round(((LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (at / BANDS)) / PCM_RATE) * FFT_SIZE),
);

/**
 * The fingerprint of mono sound between -1 and 1 at `PCM_RATE`. A bit says whether the slope between two neighbouring
 * bands has become steeper since 0.4 s ago, so it depends neither on the level nor on a fixed equalizer (after Haitsma
 * and Kalker, "A Highly Robust Audio Fingerprinting System", ISMIR 2002). Pure.
 */
export function computeFingerprint(pcm: Float32Array): Fingerprint {
  const count = Math.max(0, Math.floor((pcm.length - FFT_SIZE) / HOP) + 1);
  const fingerprint = { words: new Uint32Array(count), audible: new Uint8Array(count) };
  const slopes: Float64Array[] = [];
  for (let frame = 0; frame < count; frame += 1) {
    const window = pcm.subarray(frame * HOP, frame * HOP + FFT_SIZE);
    const slope = computeSlopes(computePowers(window));
    slopes.push(slope);
    const before = slopes[frame - DISTANCE];
    if (!before) continue;
    fingerprint.audible[frame] = Number(computeRms(window) > SILENT_RMS);
    fingerprint.words[frame] = slope.reduce(
      (word, value, bit) => word | (Number(value > (before[bit] ?? 0)) << bit),
      0,
    );
  }
  return fingerprint;
}

/** The differences of the bands' energies in logarithms. */
function computeSlopes(powers: Float64Array): Float64Array {
  const energies = EDGES.slice(1).map((end, band) => {
    let sum = 1e-9;
    for (let bin = EDGES[band] ?? end; bin < end; bin += 1) sum += powers[bin] ?? 0;
    return Math.log(sum);
  });
  return Float64Array.from({ length: BANDS - 1 }, (_, band) => (energies[band + 1] ?? 0) - (energies[band] ?? 0));
}

function computeRms(window: Float32Array): number {
  let sum = 0;
  for (const value of window) sum += value * value;
  return Math.sqrt(sum / window.length);
}
