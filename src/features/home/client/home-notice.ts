import { HOME_NOTICE_KEY, parseHomeNotice } from '../../../platform/client/home-notice.ts';

export function showHomeNotice(): void {
  const box = document.getElementById('home-notice');
  if (!box) return;
  const notice = takeNotice();
  if (!notice) return;
  const text = box.querySelector('[data-text]');
  if (text) text.textContent = notice.text;
  box.querySelector('[data-retry]')?.setAttribute('href', notice.retry);
  box.querySelector('[data-close]')?.addEventListener('click', () => {
    box.hidden = true;
  });
  box.hidden = false;
}

function takeNotice() {
  try {
    const notice = parseHomeNotice(sessionStorage.getItem(HOME_NOTICE_KEY));
    sessionStorage.removeItem(HOME_NOTICE_KEY);
    return notice;
  } catch {
    return null;
  }
}
