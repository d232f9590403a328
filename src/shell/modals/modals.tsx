import type { ReactNode } from 'react';
import { m } from '../../platform/text/paraglide/messages.js';
import type { ModalName, ModalNamed } from '../../platform/client/modal.ts';
import { lazyComponent } from '../../platform/client/lazy-component.tsx';

const login = () => import('../../features/accounts/client/LoginModal.tsx').then(({ LoginModal }) => LoginModal);
const plans = () => import('../../features/paywall/client/PlansModal.tsx').then(({ PlansModal }) => PlansModal);
// The server needs none of the player's code.
const player = import.meta.env.SSR
  ? () => Promise.reject(new Error('the player is for browsers only'))
  : () => import('../../features/playback/client/PlayerModal.tsx').then(({ PlayerModal }) => PlayerModal);
const live = import.meta.env.SSR
  ? () => Promise.reject(new Error('the player is for browsers only'))
  : () => import('../../features/live/client/LiveModal.tsx').then(({ LiveModal }) => LiveModal);
const credit = () => import('../../features/paywall/client/CreditModal.tsx').then(({ CreditModal }) => CreditModal);
const directDebit = () =>
  import('../../features/direct-debit/client/DirectDebitModal.tsx').then(({ DirectDebitModal }) => DirectDebitModal);
const pay = () => import('../../features/paywall/client/PayModal.tsx').then(({ PayModal }) => PayModal);
const content = () => import('../../features/paywall/client/ContentModal.tsx').then(({ ContentModal }) => ContentModal);
const download = () =>
  import('../../features/paywall/client/DownloadModal.tsx').then(({ DownloadModal }) => DownloadModal);
const soon = () => import('./SoonModal.tsx').then(({ SoonModal }) => SoonModal);

function waiting() {
  return (
    <p className="modal-wait" role="status">
      {m.modal_loading()}
    </p>
  );
}

const Login = lazyComponent(login, waiting);
const Plans = lazyComponent(plans, waiting);
const Player = lazyComponent(player, waiting);
const Live = lazyComponent(live, waiting);
const Credit = lazyComponent(credit, waiting);
const DirectDebit = lazyComponent(directDebit, waiting);
const Pay = lazyComponent(pay, waiting);
const Content = lazyComponent(content, waiting);
const Download = lazyComponent(download, waiting);
const Soon = lazyComponent(soon, waiting);

export const MODAL_CODE = {
  login,
  plans,
  player,
  live,
  credit,
  'direct-debit': directDebit,
  pay,
  content,
  download,
  soon,
} satisfies Record<ModalName, () => Promise<unknown>>;

type Modals = { [N in ModalName]: (fields: ModalNamed<N>) => ReactNode };

const MODALS: Modals = {
  login: ({ redirect, mobile, message, refresh, then }) => (
    <Login redirect={redirect} mobile={mobile} message={message} refresh={refresh} then={then} />
  ),
  plans: ({ contentId, contentType }) => <Plans contentId={contentId} contentType={contentType} />,
  player: ({ kind, id }) => <Player kind={kind} id={id} />,
  live: ({ channel, from }) => <Live key={`${channel} ${from ?? 0}`} channel={channel} from={from} />,
  credit: ({ wallet }) => <Credit wallet={wallet} />,
  'direct-debit': () => <DirectDebit />,
  pay: ({ mobile, forSubscription, paymentId, itemId, itemType }) => (
    <Pay mobile={mobile} forSubscription={forSubscription} paymentId={paymentId} itemId={itemId} itemType={itemType} />
  ),
  content: ({ contentType, contentId }) => <Content kind={contentType} id={contentId} />,
  download: ({ contentType, contentId }) => <Download kind={contentType} id={contentId} />,
  soon: () => <Soon />,
};

export function renderModal<N extends ModalName>(modal: ModalNamed<N> & { name: N }): ReactNode {
  return MODALS[modal.name](modal);
}
