import { useStore } from '@nanostores/react';
import { useEffect, useState, type SubmitEvent } from 'react';
import { formatMobile } from '../../../platform/text/mobile.ts';
import { paths } from '../../../platform/paths.ts';
import { formatDate, formatDigits, formatPlain } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { $user, loadUser, signOut, type UserState } from './auth.ts';
import type { User } from '../contract/auth.ts';
import type { ModalName } from '../../../platform/client/modal.ts';
import { useAwake } from '../../../platform/client/use-awake.ts';

type Link = readonly [href: string, text: string, modal?: ModalName];

/** The account popover (spec 2.18): links and sign-out work without script. `restricted` hides /payments alone (2.15). */
export function AccountPanel({ restricted }: { restricted: boolean }) {
  const account = useStore($user, { ssr: 'initial' });
  const [logout, setLogout] = useState<'no' | 'busy' | 'failed'>('no');
  const [root, awake] = useAwake<HTMLDivElement>();
  useEffect(() => {
    if (awake) void loadUser();
  }, [awake]);
  const links: Link[] = [
    [paths.profile(), m.account_menu()],
    [paths.plans(), m.nav_plans(), 'plans'],
    [paths.credit(), m.account_credit(), 'credit'],
    [paths.directDebit(), m.account_direct_debit(), 'direct-debit'],
    ...(restricted ? [] : [[paths.payments(), m.account_payments()] as const]),
    [paths.profileList('later'), m.account_my_lists()],
    [paths.profilePage('settings'), m.nav_settings()],
    [paths.app(), m.account_app()],
  ];
  const handleLogout = async (event: SubmitEvent) => {
    event.preventDefault();
    setLogout('busy');
    if (!(await signOut())) setLogout('failed');
  };
  return (
    <div ref={root} className="account-panel">
      <p className="account-who" role="status">
        {describe(account)}
      </p>
      <ul>
        {links.map(([href, text, modal]) => (
          <li key={href}>
            <a className="row-link" href={href} data-modal={modal}>
              {text}
            </a>
          </li>
        ))}
      </ul>
      <form method="post" action={paths.logout()} onSubmit={(event) => void handleLogout(event)}>
        <button className="row-link" aria-busy={logout === 'busy' || undefined}>
          {m.account_logout()}
        </button>
      </form>
      {logout === 'failed' && (
        <p className="account-error" role="alert">
          {m.account_logout_failed()}
        </p>
      )}
    </div>
  );
}

function describe({ state, user }: UserState) {
  if (state === 'failed') return m.account_failed();
  if (!user) return m.account_loading();
  return (
    <>
      {user.mobile !== null && (
        <span>
          <bdi dir="ltr">{formatDigits(formatMobile(user.mobile))}</bdi>
        </span>
      )}
      <span className="muted">{describeSubscription(user)}</span>
    </>
  );
}

/** A subscription that the variant gives has no end (spec 2.18, 4.26). */
function describeSubscription({ days_period_to_end: days, subscription, paused_until: pausedUntil }: User) {
  if (pausedUntil != null) return m.profile_paused({ date: formatDate(pausedUntil) });
  if (days !== null) return m.account_days_left({ count: formatPlain(days) });
  return subscription === 1 ? m.account_subscribed() : m.account_no_subscription();
}
