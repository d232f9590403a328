import { FILTER_CONTENTS_KEY, readFilterContents } from '../filter-contents.ts';

/** A choice by pointer applies at once. Arrow keys change a select at each step, so the keyboard needs the button. */
export function watchFilter(): void {
  carryFilter();
  const form = document.querySelector<HTMLFormElement>('form#filter');
  if (!form) return;
  let isPointer = false;
  form.addEventListener('pointerdown', () => (isPointer = true));
  form.addEventListener('keydown', () => (isPointer = false));
  form.addEventListener('change', () => {
    if (isPointer && !form.matches(':popover-open')) form.requestSubmit();
  });
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '0' || value === '') formData.delete(name);
  });
}

/** Stores this listing's filter as `filtercontents` (spec 3.18) for the tab, or links to the stored one. */
function carryFilter(): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-filter-again]');
  try {
    const filter = readFilterContents(location.search);
    if (filter !== '') sessionStorage.setItem(FILTER_CONTENTS_KEY, filter);
    else if (link) {
      const stored = readFilterContents(sessionStorage.getItem(FILTER_CONTENTS_KEY) ?? '');
      if (stored === '') return;
      link.search = stored;
      link.hidden = false;
    }
  } catch {
    // Storage is disabled.
  }
}
