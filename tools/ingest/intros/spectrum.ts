/** Samples of a window: 0.5 s at 8 kHz. */
export const FFT_SIZE = 4096;
const BITS = Math.log2(FFT_SIZE);

const HANN = Float64Array.from({ length: FFT_SIZE }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / FFT_SIZE));
const COSINES = Float64Array.from({ length: FFT_SIZE / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / FFT_SIZE));
const SINES = Float64Array.from({ length: FFT_SIZE / 2 }, (_, at) => -Math.sin((2 * Math.PI * at) / FFT_SIZE));
const REVERSED = Uint16Array.from({ length: FFT_SIZE }, (_, at) =>
  Number.parseInt([...at.toString(2).padStart(BITS, '0')].reverse().join(''), 2),
);

/** The power of each frequency of `FFT_SIZE` samples under a Hann window: Cooley and Tukey's FFT of radix 2. Pure. */
export function computePowers(samples: Float32Array): Float64Array {
  const real = new Float64Array(FFT_SIZE);
  const imaginary = new Float64Array(FFT_SIZE);
  for (let at = 0; at < FFT_SIZE; at += 1) real[REVERSED[at] ?? 0] = (samples[at] ?? 0) * (HANN[at] ?? 0);
  for (let half = 1; half < FFT_SIZE; half *= 2) addHalves(real, imaginary, half);
  return real.subarray(0, FFT_SIZE / 2).map((value, at) => value * value + (imaginary[at] ?? 0) ** 2);
}

/** Joins transforms of `half` values each to those of twice as many. */
function addHalves(real: Float64Array, imaginary: Float64Array, half: number): void {
  const step = FFT_SIZE / (2 * half);
  for (let low = 0; low < FFT_SIZE; low += 1) {
    const high = low + half;
    const turn = (low % half) * step;
    const [cosine, sine] = [COSINES[turn] ?? 0, SINES[turn] ?? 0];
    const [highReal, highImaginary] = [real[high] ?? 0, imaginary[high] ?? 0];
    const turnedReal = highReal * cosine - highImaginary * sine;
    const turnedImaginary = highReal * sine + highImaginary * cosine;
    real[high] = (real[low] ?? 0) - turnedReal;
    imaginary[high] = (imaginary[low] ?? 0) - turnedImaginary;
    real[low] = (real[low] ?? 0) + turnedReal;
    imaginary[low] = (imaginary[low] ?? 0) + turnedImaginary;
    // The upper half of a transform was joined with the lower.
    if (turn === FFT_SIZE / 2 - step) low += half;
  }
}
