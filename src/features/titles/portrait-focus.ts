interface Focus {
  focus_x?: number | null | undefined;
  focus_y?: number | null | undefined;
}

const STEPS = [0, 25, 50, 75, 100];
const MIDDLE = 2;
/** A portrait is half as long again as it is wide: the square of its width has its middle at 33 % at the highest. */
const STRETCH = 3;

/** In fourths of the way that a square cut of a portrait may move, so that its focal point comes near the middle. */
function findStep(percent: number | null | undefined): number {
  const position = ((percent ?? 50) - 50) * STRETCH + 50;
  return Math.round(Math.min(100, Math.max(0, position)) / 25);
}

/** Classes of a picture that is cut to a square. */
export function getPortraitClasses({ focus_x: x, focus_y: y }: Focus): string {
  const [across, down] = [findStep(x), findStep(y)];
  return [
    ...(across === MIDDLE ? [] : [`face-x${String(across)}`]),
    ...(down === MIDDLE ? [] : [`face-y${String(down)}`]),
  ].join(' ');
}

/** The same as a value of CSS. */
export function getPortraitPosition({ x, y }: { x: number; y: number }): string {
  return `${String(STEPS[findStep(x)])}% ${String(STEPS[findStep(y)])}%`;
}
