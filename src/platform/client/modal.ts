import { atom } from 'nanostores';
import * as v from 'valibot';
import { TITLE_KINDS } from '../kinds.ts';
import { hasSession } from './session.ts';
import { navigateTop, isInsideFrame } from './frame.ts';
import { paths } from '../paths.ts';

const number = v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))]);
const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['', 'true']),
    v.transform(() => true),
  ),
]);
const instant = v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number))]);
const text = v.optional(v.string());

/** Spec 6.04, 4.19: a guest signs in first. */
const ACCOUNT_MODALS = ['credit', 'direct-debit', 'pay'] as const;
const REOPENED = ['plans', ...ACCOUNT_MODALS] as const;
export type Reopened = (typeof REOPENED)[number];

// Spec 2.39 login (`then` opens after it, 4.10), 3.04 plans, 2.41 credit (toman), 2.43 pay, 2.44 content and download,
// 2.48 soon. `from` of live is in epoch seconds. Fields may come from attributes, as text.
const fields = {
  login: {
    redirect: text,
    mobile: text,
    message: text,
    refresh: v.optional(flag),
    then: v.optional(v.picklist(REOPENED)),
  },
  plans: { contentId: v.optional(number), contentType: text },
  player: { kind: v.picklist(TITLE_KINDS), id: number },
  live: { channel: number, from: v.optional(instant) },
  credit: { wallet: v.optional(number) },
  directDebit: {},
  pay: {
    mobile: text,
    forSubscription: v.optional(flag),
    paymentId: text,
    itemId: v.optional(number),
    itemType: v.optional(v.picklist([...TITLE_KINDS, 'plan'])),
  },
  content: { contentType: v.picklist(TITLE_KINDS), contentId: number },
  download: { contentType: v.picklist(TITLE_KINDS), contentId: number },
  soon: {},
};

const modalSchema = v.variant('name', [
  v.object({ name: v.literal('login'), ...fields.login }),
  v.object({ name: v.literal('plans'), ...fields.plans }),
  v.object({ name: v.literal('player'), ...fields.player }),
  v.object({ name: v.literal('live'), ...fields.live }),
  v.object({ name: v.literal('credit'), ...fields.credit }),
  v.object({ name: v.literal('direct-debit'), ...fields.directDebit }),
  v.object({ name: v.literal('pay'), ...fields.pay }),
  v.object({ name: v.literal('content'), ...fields.content }),
  v.object({ name: v.literal('download'), ...fields.download }),
  v.object({ name: v.literal('soon'), ...fields.soon }),
]);

export type ModalState = v.InferOutput<typeof modalSchema>;
export type ModalName = ModalState['name'];
export type ModalNamed<N extends ModalName> = Extract<ModalState, { name: N }>;

export const $modal = atom<ModalState | null>(null);

let hasEntry = false;
let isGoingBack = false;

export function parseModal(value: unknown): ModalState | null {
  const parsed = v.safeParse(modalSchema, value);
  return parsed.success ? parsed.output : null;
}

export function parseModalDataset(dataset: Readonly<Record<string, string | undefined>>): ModalState | null {
  const entries = Object.entries(dataset).flatMap(([key, value]) => {
    if (key === 'modal') return [['name', value] as const];
    const field = /^modal([A-Z].*)$/.exec(key)?.[1];
    return field === undefined ? [] : [[field.charAt(0).toLowerCase() + field.slice(1), value] as const];
  });
  return parseModal(Object.fromEntries(entries));
}

function requireLogin(modal: ModalState): ModalState {
  const accountModal = ACCOUNT_MODALS.find((name) => name === modal.name);
  return accountModal === undefined || hasSession() ? modal : { name: 'login', refresh: true, then: accountModal };
}

function getPlayerPath(modal: ModalState): string | null {
  if (modal.name === 'player') return paths.play(modal.kind, modal.id);
  return modal.name === 'live' ? paths.livePlay(modal.channel, modal.from) : null;
}

/** Replaces an open modal. Back closes it (spec 4.13). */
export function openModal(requested: ModalState): void {
  const modal = requireLogin(requested);
  const player = isInsideFrame() ? getPlayerPath(modal) : null;
  if (player !== null) {
    navigateTop(player);
    return;
  }
  $modal.set(modal);
  if (isGoingBack) return;
  if (hasEntry) history.replaceState({ modal }, '');
  else history.pushState({ modal }, '');
  hasEntry = true;
}

/** A page that begins with the hash first gets an entry without it, so that closing stays on the page. */
export function openHashModal(modal: ModalState, isFirstPage: boolean): void {
  if (isFirstPage && parseHistoryModal(history.state) === null) {
    const { hash, pathname, search } = location;
    history.replaceState(null, '', pathname + search);
    history.pushState({ modal }, '', hash);
  }
  hasEntry = true;
  openModal(modal);
}

export function closeModal(): void {
  if ($modal.get() === null) return;
  $modal.set(null);
  if (!hasEntry) return;
  hasEntry = false;
  isGoingBack = true;
  history.back();
}

const PLAN_ROUTE = /^\/plan(\/|$)/;

/** Spec 4.02: home on the plan route (spec 2.09), else back where the history allows it, else reload. */
export function hidePlans(): void {
  if (PLAN_ROUTE.test(location.pathname)) leaveTo(paths.home());
  else if (history.length > 2) closeModal();
  else leaveTo(location.pathname + location.search);
}

let followers = 0;
let stopFollowing: () => void = () => undefined;

export function followHistory(): () => void {
  if (followers === 0) stopFollowing = listenToHistory();
  followers += 1;
  return () => {
    followers -= 1;
    // The step back of `closeModal` is still to come.
    if (!isGoingBack) stopUnfollowed();
  };
}

function stopUnfollowed(): void {
  if (followers === 0) stopFollowing();
}

function listenToHistory(): () => void {
  const onPop = (event: PopStateEvent) => {
    if (isGoingBack) {
      isGoingBack = false;
      const modal = $modal.get();
      if (modal) openModal(modal);
      stopUnfollowed();
      return;
    }
    show(event.state);
  };
  // Back from a bank: the page from the back/forward cache still shows its modal.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) show(history.state);
  };
  addEventListener('popstate', onPop);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('popstate', onPop);
    removeEventListener('pageshow', onShow);
  };
}

function show(state: unknown): void {
  const modal = parseHistoryModal(state);
  hasEntry = modal !== null;
  $modal.set(modal && requireLogin(modal));
}

/** Replaces the modal's history entry. A change of the hash alone reloads, since the page's content has changed. */
export function leaveTo(address: string): void {
  const { origin, pathname, search } = new URL(address, location.href);
  // A bank's page refuses to be framed.
  if (origin !== location.origin && isInsideFrame()) navigateTop(address);
  else if (origin === location.origin && pathname + search === location.pathname + location.search) {
    history.replaceState(null, '', address);
    location.reload();
  } else if (hasEntry) location.replace(address);
  else location.assign(address);
}

function parseHistoryModal(state: unknown): ModalState | null {
  const parsed = v.safeParse(v.object({ modal: modalSchema }), state);
  return parsed.success ? parsed.output.modal : null;
}
