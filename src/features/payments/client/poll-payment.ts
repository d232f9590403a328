/** Milliseconds until the next question; the last one repeats. */
const WAITS = [2500, 3000, 4000, 5000, 7000, 10_000, 15_000, 30_000];
const IS_OPEN = /"state":"(initiated|pending|verifying)"/;

/**
 * The result page of an open payment asks by itself, as long as it is looked at, and loads anew once there is an answer.
 * The state is found in the text: a schema would weigh more than all the rest of the page's script.
 */
const address = document.querySelector<HTMLElement>('[data-ask]')?.dataset['ask'];
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
  // Signed out meanwhile: the page itself leads to the login.
  const isOver = answer?.ok === true ? !IS_OPEN.test(await answer.text()) : answer?.status === 401;
  if (isOver) location.reload();
  else scheduleNextPoll();
}

if (address !== undefined) scheduleNextPoll();
