/** The least of 2, 4, 6, 8 and 10 times a power of ten that is not below `value`: its half is as short a number. */
export function chooseTop(value: number): number {
  if (value <= 0) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = [2, 4, 6, 8, 10].map((step) => step * power);
  return steps.find((step) => step >= value) ?? 10 * power;
}

/** Steps over 24 hours, 100 high; a gap where an hour is unknown. */
export function drawSteps(values: readonly (number | null)[], top: number): string {
  return values
    .map((value, hour) => {
      if (value === null) return '';
      const height = round(100 - (value / top) * 100);
      const isGap = hour === 0 || values[hour - 1] === null;
      return `${isGap ? `M${String(hour)} ${height}` : `V${height}`}H${String(hour + 1)}`;
    })
    .join('');
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
