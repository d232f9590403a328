import { expect, it } from 'vitest';
import { advanceGesture, IDLE, type GestureEvent } from '../../../src/features/playback/client/input/gestures.ts';

const BOX = { width: 600, height: 300 };

/** The actions that a series of events asks for. */
function play(...events: GestureEvent[]) {
  let gesture = IDLE;
  return events.flatMap((event) => {
    const step = advanceGesture(gesture, event, BOX);
    gesture = step.gesture;
    return step.action ?? [];
  });
}
const at = (type: 'down' | 'move' | 'up', x: number, y: number, ms = 0): GestureEvent => ({ type, x, y, at: ms });
const tap = (x: number, ms: number) => [at('down', x, 150, ms), at('up', x, 150, ms + 40)];

it('one tap shows the controls; a second one at a side jumps, in the middle does nothing more', () => {
  const controls = { type: 'toggle-controls' };
  expect(play(...tap(300, 0))).toEqual([controls]);
  expect(play(...tap(50, 0), ...tap(50, 200))).toEqual([controls, { type: 'jump', way: -1 }]);
  expect(play(...tap(550, 0), ...tap(550, 200))).toEqual([controls, { type: 'jump', way: 1 }]);
  expect(play(...tap(300, 0), ...tap(300, 200))).toEqual([controls]);
  expect(play(...tap(50, 0), ...tap(50, 400))).toEqual([controls, controls]);
});

it('a finger that rests plays fast until it lifts, however it leaves, and is no tap', () => {
  const [on, off] = [
    { type: 'fast', on: true },
    { type: 'fast', on: false },
  ];
  const hold: GestureEvent = { type: 'held' };
  expect(play(at('down', 300, 150), hold, at('up', 300, 150, 900))).toEqual([on, off]);
  expect(play(at('down', 300, 150), hold, at('move', 300, 60), at('up', 300, 60, 900))).toEqual([on, off]);
  expect(play(at('down', 300, 150), hold, { type: 'cancel' })).toEqual([on, off]);
  expect(play(at('down', 300, 150), hold, at('down', 100, 100), at('up', 100, 100))).toEqual([on, off]);
  // The timer fires late, after the finger has lifted or moved.
  expect(play(...tap(300, 0), hold)).toEqual([{ type: 'toggle-controls' }]);
  expect(play(at('down', 300, 150), at('move', 300, 100), hold)).toMatchObject([{ type: 'volume' }]);
});

it('up and down at the right is the volume, at the left the light, by the way of the finger, however often the browser reports it', () => {
  const swipe = (x: number, moves: number, to: number) => {
    const places = Array.from({ length: moves }, (_, index) => 180 + ((to - 180) * (index + 1)) / moves);
    const actions = play(at('down', x, 180), ...places.map((y) => at('move', x, y)), at('up', x, to, 300));
    return {
      kinds: [...new Set(actions.map(({ type }) => type))],
      by: actions.reduce((sum, action) => sum + ('by' in action ? action.by : 0), 0),
    };
  };
  // Without the 14 pixels that tell a swipe from a tap; 210 are from nothing to all.
  for (const moves of [1, 2, 30]) {
    expect(swipe(500, moves, 61)).toEqual({ kinds: ['volume'], by: expect.closeTo(0.5) as number });
    expect(swipe(100, moves, 61)).toEqual({ kinds: ['brightness'], by: expect.closeTo(0.5) as number });
    expect(swipe(100, moves, 257)).toEqual({ kinds: ['brightness'], by: expect.closeTo(-0.3) as number });
  }
});

it('nothing comes of a move to the side, a second finger, a trembling one, or the system’s edges', () => {
  expect(play(at('down', 300, 150), at('move', 400, 155), at('move', 400, 20), at('up', 400, 20))).toEqual([]);
  expect(play(at('down', 500, 200), at('down', 100, 200), at('move', 500, 50), at('up', 500, 50))).toEqual([]);
  expect(play(at('down', 500, 5), at('move', 500, 200), at('up', 500, 200))).toEqual([]);
  expect(play(at('down', 300, 150), at('move', 305, 158), at('up', 305, 158, 80))).toEqual([
    { type: 'toggle-controls' },
  ]);
  expect(play(at('move', 300, 150), at('up', 300, 150), { type: 'cancel' }, { type: 'held' })).toEqual([]);
});
