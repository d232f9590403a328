export const RATES: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2];

export function stepRate(rate: number, direction: 1 | -1): number {
  const ordered = direction > 0 ? RATES : RATES.toReversed();
  return ordered.find((candidate) => (candidate - rate) * direction > 0.001) ?? rate;
}
