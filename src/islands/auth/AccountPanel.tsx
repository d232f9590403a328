import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { formatMobile } from '../../domain/mobile.ts';
import { paths } from '../../domain/paths.ts';
import { formatPlain } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { $user, signOut, type UserState } from '../../stores/auth.ts';
import { useStyles } from '../../ui/use-styles.ts';
import css from './account.css?inline';

/** What the account's button opens: who is signed in, for how long, and the ways from here (spec 2.18). */
export function AccountPanel({ restricted }: { restricted: boolean }) {
  const account = useStore($user);
  const menu = useRef<HTMLDivElement>(null);
  const [leaving, setLeaving] = useState<'no' | 'busy' | 'failed'>('no');
  useStyles(css);
  useEffect(() => {
    items(menu.current)[0]?.focus();
  }, []);
  const links: readonly (readonly [string, string])[] = [
    [paths.profile(), m.account_my_lists()],
    [paths.app(), m.account_app()],
    ...(restricted ? [] : [[paths.payments(), m.account_payments()] as const]),
  ];
  const leave = async () => {
    setLeaving('busy');
    if (!(await signOut())) setLeaving('failed');
  };
  return (
    <div className="account-panel">
      <p className="account-who" role="status">
        {describe(account)}
      </p>
      <div ref={menu} role="menu" tabIndex={-1} aria-label={m.account_menu()} onKeyDown={moveFocus}>
        {links.map(([href, text]) => (
          <a key={href} className="row-link" role="menuitem" href={href} tabIndex={-1}>
            {text}
          </a>
        ))}
        <button
          type="button"
          className="row-link"
          role="menuitem"
          tabIndex={-1}
          aria-busy={leaving === 'busy' || undefined}
          onClick={() => void leave()}
        >
          {m.account_logout()}
        </button>
      </div>
      {leaving === 'failed' && (
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
  const days = user.days_period_to_end;
  return (
    <>
      {user.mobile !== null && <bdi dir="ltr">{formatMobile(user.mobile)}</bdi>}
      <span className="muted">
        {days === null ? m.account_no_subscription() : m.account_days_left({ days: formatPlain(days) })}
      </span>
    </>
  );
}

const items = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

/** Arrows go round, Home and End to the ends (ARIA menu pattern). */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const all = items(event.currentTarget);
  const at = all.findIndex((item) => item === document.activeElement);
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  all.at(target % all.length)?.focus();
}
