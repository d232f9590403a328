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

/** Doubles the letters as the browser's own setting does, and gives the texts that did not grow (WCAG 1.4.4). */
function doubleText(): string[] {
  const sizes = new Map<Element, number>();
  for (const element of document.body.querySelectorAll('*')) {
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    if (hasText && !element.closest('svg,script,style,template')) {
      sizes.set(element, Number.parseFloat(getComputedStyle(element).fontSize));
    }
  }
  document.documentElement.style.fontSize = '200%';
  // A size by the window (clamp) grows less.
  return [...sizes].flatMap(([element, size]) =>
    Number.parseFloat(getComputedStyle(element).fontSize) < size * 1.3 ? [element.outerHTML.slice(0, 90)] : [],
  );
}

/** Links and buttons that stand beyond the window's sides where nothing can be scrolled to show them. */
export function lostControls(): string[] {
  return [...document.querySelectorAll('a[href],button,input')].flatMap((control) => {
    const { left, right, width, height } = control.getBoundingClientRect();
    if (width === 0 || height === 0 || !control.checkVisibility({ visibilityProperty: true })) return [];
    for (let at = control.parentElement; at; at = at.parentElement) {
      const { overflowX, position } = getComputedStyle(at);
      if (/auto|scroll/.test(overflowX)) return [];
      if (position === 'fixed' && at.matches(':popover-open')) return [];
    }
    if (control.matches('.skip')) return [];
    const isLost = left < -1 || right > document.documentElement.clientWidth + 1;
    return isLost
      ? [`${String(Math.round(left))} to ${String(Math.round(right))}: ${control.outerHTML.slice(0, 90)}`]
      : [];
  });
}

/** Elements with text that are mirrored or turned, by themselves or by what they are in. */
function turnedText(): string[] {
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

/**
 * Texts side by side that nothing parts: neither a space, nor a margin, nor a line (Astro drops line breaks between
 * expressions). A mark may be a part of a word.
 */
function joinedTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faults: string[] = [];
  let before: Text | null = null;
  const getBox = (text: Text, from: number) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, from + 1);
    return range.getBoundingClientRect();
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    const parent = text.parentElement;
    if (text.data === '' || !parent || parent.closest('script,style,svg,template,textarea,select,mark')) continue;
    const previous = before;
    before = parent.checkVisibility() ? text : before;
    if (!previous || previous.parentElement?.closest('mark') || before !== text) continue;
    if (!/[\p{L}\p{N}.!?؟:;؛،%٪»)]$/u.test(previous.data) || !/^[\p{L}\p{N}«(]/u.test(text.data)) continue;
    const one = getBox(previous, previous.data.length - 1);
    const other = getBox(text, 0);
    const isOneLine = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > one.height / 2;
    const gap = Math.max(one.left, other.left) - Math.min(one.right, other.right);
    if (isOneLine && one.width > 0 && other.width > 0 && gap < 1 && gap > -1) {
      faults.push(`${previous.data.slice(-20)}|${text.data.slice(0, 20)}`);
    }
  }
  return faults;
}

/** Classes of elements for which no style sheet of the page has a rule. */
export function unstyledClasses(): string[] {
  const styled = new Set<string>();
  const read = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if ('selectorText' in rule) {
        for (const [, name = ''] of String(rule.selectorText).matchAll(/\.((?:[\w-]|[^\0-\x7f]|\\.)+)/g)) {
          styled.add(name.replaceAll('\\', ''));
        }
      }
      if ('cssRules' in rule) read(rule.cssRules as CSSRuleList);
      if ('styleSheet' in rule && rule.styleSheet) read((rule.styleSheet as CSSStyleSheet).cssRules);
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) read(sheet.cssRules);
  const names = [...document.querySelectorAll('body, body *')].flatMap((element) => [...element.classList]);
  return [...new Set(names)].filter((name) => !styled.has(name));
}

/** Play signs on what only opens a page (docs/persian-style.md). */
function wrongPlaySigns(): string[] {
  return [...document.querySelectorAll('a:has([href="#i-play"]), button:has([href="#i-play"])')]
    .filter((control) => !control.matches('[data-modal=player], [data-modal=live]'))
    .map((control) => control.textContent.trim());
}

/** Sentences with nothing between them: «انجام شد.اشتراک». */
function brokenSentences(): string[] {
  return [...document.body.querySelectorAll('p,dd,td,small')].flatMap((element) => {
    const [match] = /[\u0600-\u06ff]{2}[.؟!][\u0621-\u06cc]{2}.{0,20}/.exec(element.textContent) ?? [];
    return match === undefined ? [] : [match];
  });
}

/**
 * On a Persian page: Latin digits that stand alone (021-9100), and Persian ones that touch a Latin letter (۷۲۰p). Codes
 * to dial and identifiers keep theirs.
 */
function wrongDigits(): string[] {
  const isLeftOut = 'script,style,svg,code,textarea,[lang=en]';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const wrong: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest(isLeftOut)) continue;
    for (const word of (node.textContent ?? '').split(/\s+/)) {
      const isMixed = /[\u06f0-\u06f9][A-Za-z]|[A-Za-z][\u06f0-\u06f9]/.test(word);
      if (isMixed || (/\d/.test(word) && !/[A-Za-z*#]/.test(word))) wrong.push(word);
    }
  }
  return wrong;
}

/**
 * Numbers that follow a Latin letter over a separator within one run of right-to-left text: the bidi algorithm shows
 * them on the wrong side (UAX 9, W7). Numbers of two elements with nothing between them become one. Text that its
 * element or marks isolate is not a part of the run.
 */
function mixedNumbers(): string[] {
  const isApart = (element: Element) => {
    const { unicodeBidi, display } = getComputedStyle(element);
    return /isolate/.test(unicodeBidi) || !/^(inline|contents)$/.test(display);
  };
  const readElementText = (element: Element): string =>
    [...element.childNodes]
      .map((node) => {
        if (node instanceof Text) return node.data;
        return node instanceof Element && !isApart(node) ? `\0${readElementText(node)}\0` : '\n';
      })
      .join('');
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    if (!isApart(element) || element.closest('script,style,svg,[dir=ltr]')) return [];
    if (getComputedStyle(element).direction !== 'rtl') return [];
    const run = readElementText(element).replace(/[\u2066-\u2068][^\u2069]*\u2069/g, '\n');
    const joined = /[\d\u06f0-\u06f9]\0+[\d\u06f0-\u06f9].{0,20}/.exec(run);
    const mixed = /[A-Za-z][ \u00a0]*[،,·|/–—:(][ \u00a0]*[\d\u06f0-\u06f9].{0,20}/.exec(run.replaceAll('\0', ''));
    const [match] = joined ?? mixed ?? [];
    return match === undefined ? [] : [match];
  });
}

/** Icons without a picture: the page's sprite has no symbol of that name. */
function missingIcons(): string[] {
  const names = [...document.querySelectorAll('use')].map((use) => use.getAttribute('href') ?? '');
  return names.filter((name) => name.startsWith('#i-') && document.getElementById(name.slice(1)) === null);
}

/** Each finds nothing on a page that is drawn as it is meant; the second list is of Persian pages. */
export const PAGE_RULES = [turnedText, joinedTexts, brokenSentences, doubleText, wrongPlaySigns, missingIcons];
export const PERSIAN_RULES = [mixedNumbers, wrongDigits];
