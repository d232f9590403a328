/** Milliseconds between the taps of a double tap, and until a finger that rests is held. */
const DOUBLE_MS = 300;
export const HOLD_MS = 500;
/** Pixels that a finger moves before it swipes, and from the picture's edge, where the system's own swipes begin. */
const SWIPE_PX = 14;
const EDGE_PX = 24;
/** A swipe over this share of the height goes from nothing to all. */
const FULL_SHARE = 0.7;

interface Box {
  width: number;
  height: number;
}

export type GestureEvent =
  /** Pixels from the box's corner; milliseconds. */
  | { type: 'down'; x: number; y: number; at: number }
  | { type: 'move'; x: number; y: number; at: number }
  | { type: 'up'; x: number; y: number; at: number }
  | { type: 'held' }
  | { type: 'cancel' };

type Gesture =
  | { phase: 'idle'; tapAt: number }
  | { phase: 'pressed'; x: number; y: number; tapAt: number; swipes: boolean }
  | { phase: 'swiping'; kind: 'volume' | 'brightness'; y: number }
  | { phase: 'holding' }
  /** A second finger, or a move to the side: nothing until all fingers are up. */
  | { phase: 'ignored' };

export type GestureAction =
  | { type: 'toggle-controls' }
  | { type: 'jump'; way: 1 | -1 }
  | { type: 'fast'; on: boolean }
  | { type: 'volume'; by: number }
  | { type: 'brightness'; by: number };

export const IDLE: Gesture = { phase: 'idle', tapAt: -Infinity };

interface Step {
  gesture: Gesture;
  action: GestureAction | null;
}

const toStep = (gesture: Gesture, action: GestureAction | null = null): Step => ({ gesture, action });

export function advanceGesture(gesture: Gesture, event: GestureEvent, box: Box): Step {
  if (event.type === 'cancel') return leave(gesture);
  if (event.type === 'held') {
    return gesture.phase === 'pressed' ? toStep({ phase: 'holding' }, { type: 'fast', on: true }) : toStep(gesture);
  }
  if (event.type === 'down') {
    if (gesture.phase !== 'idle') return toStep({ phase: 'ignored' }, leave(gesture).action);
    const { x, y } = event;
    const swipes = y > EDGE_PX && y < box.height - EDGE_PX && x > EDGE_PX && x < box.width - EDGE_PX;
    return toStep({ phase: 'pressed', x, y, tapAt: gesture.tapAt, swipes });
  }
  if (event.type === 'move') return move(gesture, event, box);
  return gesture.phase === 'pressed' ? tap(gesture, event, box) : leave(gesture);
}

function leave(gesture: Gesture): Step {
  return toStep(IDLE, gesture.phase === 'holding' ? { type: 'fast', on: false } : null);
}

function move(gesture: Gesture, { x, y }: { x: number; y: number }, box: Box): Step {
  if (gesture.phase === 'swiping') {
    const by = (gesture.y - y) / (box.height * FULL_SHARE);
    return toStep({ ...gesture, y }, by === 0 ? null : { type: gesture.kind, by });
  }
  if (gesture.phase !== 'pressed') return toStep(gesture);
  const [across, along] = [Math.abs(x - gesture.x), Math.abs(y - gesture.y)];
  if (Math.max(across, along) < SWIPE_PX) return toStep(gesture);
  if (!gesture.swipes || along < across * 1.5) return toStep({ phase: 'ignored' });
  const kind = gesture.x < box.width / 2 ? 'brightness' : 'volume';
  // A busy browser reports a quick swipe by one move.
  return move({ phase: 'swiping', kind, y: gesture.y + Math.sign(y - gesture.y) * SWIPE_PX }, { x, y }, box);
}

function tap(gesture: { tapAt: number }, { x, at }: { x: number; at: number }, box: Box): Step {
  if (at - gesture.tapAt >= DOUBLE_MS) return toStep({ phase: 'idle', tapAt: at }, { type: 'toggle-controls' });
  const share = x / box.width;
  const way = share < 1 / 3 ? -1 : share > 2 / 3 ? 1 : null;
  return toStep(IDLE, way === null ? null : { type: 'jump', way });
}
