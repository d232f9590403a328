/**
 * The filter's form with script: what means any stays out of the address, and in the bar a choice by pointer applies
 * at once. By keyboard it does not: arrow keys change a select at each step, and the button is there. On phones
 * several choices are made in one sheet, and the button ends it.
 */
export function watchFilter(): void {
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
