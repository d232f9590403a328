import { FILTER_CONTENTS_KEY, readFilterContents } from '../filter-contents.ts';

/**
 * The filter's form with script: what means any stays out of the address, and in the bar a choice by pointer applies
 * at once. By keyboard it does not: arrow keys change a select at each step, and the button is there. On phones
 * several choices are made in one sheet, and the button ends it.
 */
export function watchFilter(): void {
  carryFilter();
  const form = document.querySelector<HTMLFormElement>('form#filter');
  if (!form) return;
  let byPointer = false;
  form.addEventListener('pointerdown', () => (byPointer = true));
  form.addEventListener('keydown', () => (byPointer = false));
  form.addEventListener('change', () => {
    if (byPointer && !form.matches(':popover-open')) form.requestSubmit();
  });
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '0' || value === '') formData.delete(name);
  });
}

/**
 * Keeps the filter of this listing as `filtercontents` (spec 3.18) for the tab, or offers on a listing without a filter
 * the one that was kept.
 */
function carryFilter(): void {
  const again = document.querySelector<HTMLAnchorElement>('[data-filter-again]');
  try {
    const filter = readFilterContents(location.search);
    if (filter !== '') sessionStorage.setItem(FILTER_CONTENTS_KEY, filter);
    else if (again) {
      const kept = readFilterContents(sessionStorage.getItem(FILTER_CONTENTS_KEY) ?? '');
      if (kept === '') return;
      again.search = kept;
      again.hidden = false;
    }
  } catch {
    // A browser that keeps nothing offers nothing.
  }
}
