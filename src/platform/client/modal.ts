import { atom } from 'nanostores';
import * as v from 'valibot';
import { TITLE_KINDS } from '../kinds.ts';
import { hasSession } from './session.ts';
import { navigateTop, isInsideFrame } from './frame.ts';
import { paths } from '../paths.ts';

/** Fields may come from attributes of the HTML, as text. */
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

/** Spec 6.04: for a signed-in user only. Each opens again after the login of a guest who wanted it, by its hash. */
const ACCOUNT_MODALS = ['credit', 'direct-debit', 'pay'] as const;
/** What opens again after a login (spec 4.10). */
const REOPENED = ['plans', ...ACCOUNT_MODALS] as const;
export type Reopened = (typeof REOPENED)[number];

const fields = {
  /** Spec 2.39: a message and a mobile known before, where to go after, and whether what was open opens again. */
  login: {
    redirect: text,
    mobile: text,
    message: text,
    refresh: v.optional(flag),
    then: v.optional(v.picklist(REOPENED)),
  },
  /** Spec 3.04: what the plan is bought for. */
  plans: { contentId: v.optional(number), contentType: text },
  player: { kind: v.picklist(TITLE_KINDS), id: number },
  /** A channel; `from` is when a programme began that is to be seen from its beginning, in epoch seconds. */
  live: { channel: number, from: v.optional(instant) },
  /** Spec 2.41: the amount to charge the wallet with, in toman, where it is known before. */
  credit: { wallet: v.optional(number) },
  directDebit: {},
  /** Spec 2.43: an open payment, or what is to be bought; `mobile` is the bank account's. */
  pay: {
    mobile: text,
    forSubscription: v.optional(flag),
    paymentId: text,
    itemId: v.optional(number),
    itemType: v.optional(v.picklist([...TITLE_KINDS, 'plan'])),
  },
  /** Spec 2.44: what can be done with a title, and the qualities of its download. */
  content: { contentType: v.picklist(TITLE_KINDS), contentId: number },
  download: { contentType: v.picklist(TITLE_KINDS), contentId: number },
  /** Spec 2.48. */
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

/** The one modal that is open, or none. */
export const $modal = atom<ModalState | null>(null);

/** Whether the top history entry is ours, so that closing goes back over it. */
let entered = false;
/** Our own `history.back()` is on its way. */
let leaving = false;

/** A modal from untrusted fields (attributes, history), or null where they name none. */
export function parseModal(value: unknown): ModalState | null {
  const parsed = v.safeParse(modalSchema, value);
  return parsed.success ? parsed.output : null;
}

/** The modal that an element's `data-modal` and `data-modal-*` name: `data-modal-content-id` is `contentId`. */
export function modalOfDataset(dataset: Readonly<Record<string, string | undefined>>): ModalState | null {
  const entries = Object.entries(dataset).flatMap(([key, value]) => {
    if (key === 'modal') return [['name', value] as const];
    const field = /^modal([A-Z].*)$/.exec(key)?.[1];
    return field === undefined ? [] : [[field.charAt(0).toLowerCase() + field.slice(1), value] as const];
  });
  return parseModal(Object.fromEntries(entries));
}

/** Spec 4.19: a guest who wants what is a user's own signs in first. */
function forVisitor(modal: ModalState): ModalState {
  const own = ACCOUNT_MODALS.find((name) => name === modal.name);
  return own === undefined || hasSession() ? modal : { name: 'login', refresh: true, then: own };
}

/** The page that opens a player by itself; null for another modal. */
function addressOfPlayer(modal: ModalState): string | null {
  if (modal.name === 'player') return paths.play(modal.kind, modal.id);
  return modal.name === 'live' ? paths.livePlay(modal.channel, modal.from) : null;
}

/** Opens a modal, in place of an open one. The browser's Back closes it (spec 4.13). */
export function openModal(wanted: ModalState): void {
  const modal = forVisitor(wanted);
  const player = isInsideFrame() ? addressOfPlayer(modal) : null;
  if (player !== null) {
    navigateTop(player);
    return;
  }
  $modal.set(modal);
  if (leaving) return;
  if (entered) history.replaceState({ modal }, '');
  else history.pushState({ modal }, '');
  entered = true;
}

/**
 * Opens the modal that the address names by its hash. Where the page began with it, an entry without the hash is laid
 * under it first, so that closing stays on the page; where a link led to it, its entry is there already.
 */
export function openModalOfHash(modal: ModalState, begun: boolean): void {
  if (begun && stateModal(history.state) === null) {
    const { hash, pathname, search } = location;
    history.replaceState(null, '', pathname + search);
    history.pushState({ modal }, '', hash);
  }
  entered = true;
  openModal(modal);
}

/** Closes the open modal and goes back over its history entry (spec 4.13). */
export function closeModal(): void {
  if ($modal.get() === null) return;
  $modal.set(null);
  if (!entered) return;
  entered = false;
  leaving = true;
  history.back();
}

/** The route whose visitors have nothing below the plans (spec 2.09, `plan/:id?`). */
const PLAN_ROUTE = /^\/plan(\/|$)/;

/**
 * Hides the plans: on the plan route home, else back where the history is longer than this page and the modal's own
 * entry, else this page anew (spec 4.02).
 */
export function hidePlans(): void {
  if (PLAN_ROUTE.test(location.pathname)) leaveTo(paths.home());
  else if (history.length > 2) closeModal();
  else leaveTo(location.pathname + location.search);
}

/** Follows the browser's Back and Forward. Returns what stops it. */
export function followHistory(): () => void {
  const onPop = (event: PopStateEvent) => {
    if (leaving) {
      leaving = false;
      const modal = $modal.get();
      // Another was opened while we were going back.
      if (modal) openModal(modal);
      return;
    }
    show(event.state);
  };
  // Back from a bank's page, a page that the browser had kept is as it was left: its modal is over.
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
  const modal = stateModal(state);
  entered = modal !== null;
  $modal.set(modal && forVisitor(modal));
}

/**
 * Goes from a modal to an address of ours, or to a bank's page: in place of its history entry, which would be an empty
 * step back. An address that differs from this page only by its hash is loaded too, since what it shows has changed.
 */
export function leaveTo(address: string): void {
  const { origin, pathname, search } = new URL(address, location.href);
  // A bank's page refuses to stand in a frame.
  if (origin !== location.origin && isInsideFrame()) navigateTop(address);
  else if (origin === location.origin && pathname + search === location.pathname + location.search) {
    history.replaceState(null, '', address);
    location.reload();
  } else if (entered) location.replace(address);
  else location.assign(address);
}

function stateModal(state: unknown): ModalState | null {
  const parsed = v.safeParse(v.object({ modal: modalSchema }), state);
  return parsed.success ? parsed.output.modal : null;
}
