const WAITS = [2500, 3000, 4000, 5000, 7000, 10_000, 15_000, 30_000];
const IS_OPEN = /"state":"(initiated|pending|verifying)"/;

/** Reads the state by regex: a schema would weigh more than the rest of this script. */
const address = document.querySelector<HTMLElement>('[data-poll]')?.dataset['poll'];
let attempts = 0;

function scheduleNextPoll(): void {
  setTimeout(() => void pollPayment(), WAITS[Math.min(attempts, WAITS.length - 1)]);
}

async function pollPayment(): Promise<void> {
  attempts += 1;
  if (document.hidden) {
    document.addEventListener('visibilitychange', () => void pollPayment(), { once: true });
    return;
  }
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const answer = await fetch(address ?? '', body).catch(() => null);
  // 401: the session ended; the reloaded page leads to the login.
  const isOver = answer?.ok === true ? !IS_OPEN.test(await answer.text()) : answer?.status === 401;
  if (isOver) location.reload();
  else scheduleNextPoll();
}

if (address !== undefined) scheduleNextPoll();
