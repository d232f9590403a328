/** Checks of tests/e2e/app/walk.spec.ts; each function runs in the page and calls no other. */

/** Tab stops that show no focus, or that nothing is seen of once they have it (WCAG 2.4.7, 2.4.11). */
export async function hiddenFocus(): Promise<string[]> {
  const faults: string[] = [];
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // Nobody looks: layout and style say all, and a frame of an unseen page costs half.
  document.documentElement.style.opacity = '0';
  const stops = document.querySelectorAll<HTMLElement>('a[href],button,input,select,textarea,summary,[tabindex="0"]');
  for (const stop of stops) {
    if (stop.tabIndex < 0 || stop.closest('[inert]')) continue;
    stop.focus({ focusVisible: true });
    if (document.activeElement !== stop) continue;
    await frame();
    const name = `${stop.outerHTML.slice(0, 70)} «${stop.textContent.trim().slice(0, 30)}»`;
    const box = stop.getBoundingClientRect();
    const seen = [0.5, 0.1, 0.9].some((x) =>
      [0.5, 0.15, 0.85].some((y) => {
        const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        return (
          hit !== null && (stop.contains(hit) || (hit.contains(stop) && hit.closest('a,button,label,summary') !== null))
        );
      }),
    );
    if (!seen) faults.push(`hidden at ${String(Math.round(box.left))}, ${String(Math.round(box.top))}: ${name}`);
    // A field may show it by its frame.
    const framed = stop instanceof HTMLInputElement ? [stop, stop.parentElement, stop.form] : [stop];
    const hasRing = framed.some((one) => one !== null && getComputedStyle(one).outlineStyle !== 'none');
    if (!hasRing) faults.push(`without a ring: ${name}`);
  }
  return faults;
}

/** Sets every text to twice its size, as a browser does that scales letters and nothing else. */
export function doubleText(): void {
  const elements = [...document.body.querySelectorAll<HTMLElement>('*')].filter((one) => !one.closest('svg'));
  const sizes = elements.map((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  elements.forEach((one, index) => (one.style.fontSize = `${String((sizes[index] ?? 16) * 2)}px`));
}

/** Links and buttons that stand beyond the window's sides where nothing can be scrolled to show them. */
export function lostControls(): string[] {
  return [...document.querySelectorAll('a[href],button,input')].flatMap((control) => {
    const { left, right, width, height } = control.getBoundingClientRect();
    if (width === 0 || height === 0 || !control.checkVisibility({ visibilityProperty: true })) return [];
    for (let at = control.parentElement; at; at = at.parentElement) {
      const { overflowX, position } = getComputedStyle(at);
      if (/auto|scroll/.test(overflowX)) return [];
      // The tools of the header are in the footer too.
      if (at.matches('.bar-tools') || (position === 'fixed' && at.matches(':popover-open'))) return [];
    }
    if (control.matches('.skip')) return [];
    const isLost = left < -1 || right > document.documentElement.clientWidth + 1;
    return isLost
      ? [`${String(Math.round(left))} to ${String(Math.round(right))}: ${control.outerHTML.slice(0, 90)}`]
      : [];
  });
}

/** Elements with text that are mirrored or turned, by themselves or by what they are in. */
export function turnedText(): string[] {
  const isTurned = (element: Element) => {
    const { scale, rotate, transform } = getComputedStyle(element);
    const { a, b, c, d } = new DOMMatrix(transform === 'none' ? '' : transform);
    return (
      scale.split(' ').some((factor) => Number(factor) < 0) || rotate !== 'none' || a < 0 || d < 0 || b !== 0 || c !== 0
    );
  };
  return [...document.body.querySelectorAll('*')].flatMap((element) =>
    element.textContent.trim() !== '' && !element.closest('style,script') && isTurned(element)
      ? [element.outerHTML.slice(0, 90)]
      : [],
  );
}

/** Sentences with nothing between them: «انجام شد.اشتراک». */
export function brokenSentences(): string[] {
  return [...document.body.querySelectorAll('p,dd,td,small')].flatMap((element) => {
    const [match] = /[\u0600-\u06ff]{2}[.؟!][\u0621-\u06cc]{2}.{0,20}/.exec(element.textContent) ?? [];
    return match === undefined ? [] : [match];
  });
}

/**
 * Numbers that follow a Latin letter over a separator within one run of right-to-left text: the bidi algorithm shows
 * them on the wrong side (UAX 9, W7). Text that its element or marks isolate is no part of the run.
 */
export function mixedNumbers(): string[] {
  const isApart = (element: Element) => {
    const { unicodeBidi, display } = getComputedStyle(element);
    return /isolate/.test(unicodeBidi) || !/^(inline|contents)$/.test(display);
  };
  const readElementText = (element: Element): string =>
    [...element.childNodes]
      .map((node) => {
        if (node instanceof Text) return node.data;
        return node instanceof Element && !isApart(node) ? readElementText(node) : '\n';
      })
      .join('');
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    if (!isApart(element) || element.closest('script,style,svg,[dir=ltr]')) return [];
    if (getComputedStyle(element).direction !== 'rtl') return [];
    const run = readElementText(element).replace(/[\u2066-\u2068][^\u2069]*\u2069/g, '\n');
    const [match] = /[A-Za-z][ \u00a0]*[،,·|/–—:(][ \u00a0]*[\d\u06f0-\u06f9].{0,20}/.exec(run) ?? [];
    return match === undefined ? [] : [match];
  });
}
