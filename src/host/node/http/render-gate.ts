import { Overload } from '../../../edge/designed-answer.ts';
import { isCacheable } from '../../../edge/shared-address.ts';
import type { ApiFetch } from '../../../platform/http/calls/api-base.ts';
import { readVisitor } from '../../../platform/http/session/visitor.ts';

/** Renders in progress: at 150 a second, the last of them waits for 0.4 s. More would only wait longer, all of them. */
const MAX_RENDERS = 64;
/** Of shared pages and of guests: the rest is for who has signed in, and may be paying. */
const MAX_GUEST_RENDERS = 48;

export interface RenderGate {
  readonly running: number;
  /** Pages that were not rendered because too many were in progress, since the start. */
  readonly refused: number;
  /** As `renderPage`; throws Overload above the limit. A stored copy is sent instead where there is one (edge-cache.ts). */
  wrap: (renderPage: ApiFetch) => ApiFetch;
}

export function createRenderGate(): RenderGate {
  let [running, refused] = [0, 0];
  const waitForTurn = createTurns();
  return {
    get running() {
      return running;
    },
    get refused() {
      return refused;
    },
    wrap: (renderPage) => async (request, env, ctx) => {
      const isGuest = isCacheable(request, new URL(request.url)) || readVisitor(request).token === null;
      if (running >= (isGuest ? MAX_GUEST_RENDERS : MAX_RENDERS)) {
        refused += 1;
        throw new Overload();
      }
      running += 1;
      try {
        await waitForTurn();
        return await renderPage(request, env, ctx);
      } finally {
        running -= 1;
      }
    },
  };
}

/** One render begins in a turn of the event loop: it takes milliseconds without a pause, and calls come in between. */
function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const startNext = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(startNext);
  };
  return () =>
    new Promise((start) => {
      waiting.push(start);
      if (waiting.length === 1) setImmediate(startNext);
    });
}
