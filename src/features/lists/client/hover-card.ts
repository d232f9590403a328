import { paths } from '../../../platform/paths.ts';
import { api } from '../../../platform/client/island-api.ts';
import { isKids } from '../../../platform/client/kids.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { adoptStyles } from '../../../platform/ui/adopt-styles.ts';
import { getTitle } from '../../titles/contract/catalogue.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { TITLE_KINDS } from '../../../platform/kinds.ts';
import { addToList } from '../contract.ts';
import css from './hover-card.css?inline';

type Details = Output<typeof getTitle>['data'];

const DWELL_MS = 400;
const STILL_WIDTH_PX = 480;
const CARD = '.rail .card > a:not([data-modal])';
const TITLE_PATH = new RegExp(`^/(${TITLE_KINDS.join('|')})/(\\d+)$`);

/** Shows a film's still, two lines and its acts over a card that a mouse or the focus rests on; nothing on the page moves. */
export function watchHover(): void {
  adoptStyles(css);
  const box = document.createElement('div');
  box.className = 'hover-card';
  box.popover = 'manual';
  document.body.appendChild(box);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: HTMLAnchorElement | null = null;
  const close = () => {
    clearTimeout(timer);
    current = null;
    if (box.matches(':popover-open')) box.hidePopover();
  };
  const open = async (link: HTMLAnchorElement) => {
    const [, kind, id] = TITLE_PATH.exec(link.pathname) ?? [];
    const key = TITLE_KINDS.find((candidate) => candidate === kind);
    const answer = key && (await api(getTitle, { kind: key, id: Number(id) }));
    if (!answer?.ok || link !== current) return;
    box.replaceChildren(...drawDetails(answer.value.data));
    box.showPopover();
    place(box, link.getBoundingClientRect());
  };
  const rest = (target: EventTarget | null) => {
    if (!(target instanceof Element) || box.contains(target)) return;
    const link = target.closest<HTMLAnchorElement>(CARD);
    if (link === current && link) return;
    close();
    current = link;
    if (link) timer = setTimeout(() => void open(link), DWELL_MS);
  };
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, ({ target }) => rest(target));
  document.addEventListener('scroll', close, { capture: true, passive: true });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  // The mouse that loaded this may rest already.
  rest([...document.querySelectorAll(':hover')].at(-1) ?? null);
}

/** Over the middle of the card, inside the window. */
function place(box: HTMLElement, card: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = box;
  const within = (value: number, most: number) => `${String(Math.max(8, Math.min(value, most - 8)))}px`;
  box.style.left = within(card.x + (card.width - width) / 2, document.documentElement.clientWidth - width);
  box.style.top = within(card.y + (card.height - height) / 2, innerHeight - height);
}

function drawDetails(details: Details): HTMLElement[] {
  const { kind, id, release, access, backdrop } = details;
  const locale = getLocale();
  const isPlayable = kind !== 'series' && release === 'released' && access !== 'download_only';
  const acts = draw('div', { className: 'hover-acts' });
  if (isPlayable) {
    const play = draw('a', { className: 'btn-solid', href: paths.play(kind, id), textContent: m.title_play() });
    Object.assign(play.dataset, { modal: 'player', modalKind: kind, modalId: String(id) });
    acts.appendChild(play);
  }
  acts.appendChild(draw('a', { className: 'btn-line', href: paths.title(kind, id), textContent: m.hero_open() }));
  if ('signedIn' in document.documentElement.dataset && !isKids()) acts.appendChild(drawAdd(id));
  return [
    ...(backdrop
      ? [draw('img', { src: paths.image(backdrop, STILL_WIDTH_PX), alt: '', width: 320, height: 180 })]
      : []),
    draw('b', { textContent: nameIn(locale, details) }),
    draw('p', { textContent: locale === 'fa' ? details.synopsis_fa : details.synopsis_en }),
    acts,
  ];
}

function drawAdd(id: number): HTMLButtonElement {
  const add = draw('button', { className: 'btn-line', type: 'button', textContent: m.list_later() });
  add.addEventListener('click', () => {
    add.disabled = true;
    void api(addToList, { list: 'later', id }).then((answer) => {
      add.textContent = answer.ok ? m.list_saved() : m.list_failed();
    });
  });
  return add;
}

function draw<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Partial<HTMLElementTagNameMap[K]>) {
  return Object.assign(document.createElement(tag), properties);
}
