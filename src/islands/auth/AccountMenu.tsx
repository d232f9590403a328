import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { paths } from '../../domain/paths.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { loadUser } from '../../stores/auth.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useAwake } from '../use-awake.ts';
import { AccountPanel } from './AccountPanel.tsx';

/**
 * The header's account (spec 2.18, 2.19). The HTML is the same for everybody and holds both faces; which one shows is
 * decided by a flag on <html>. `restricted` hides payments (spec 2.15).
 */
export function AccountMenu({ restricted }: { restricted: boolean }) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const [root, awake] = useAwake<HTMLDivElement>();

  useEffect(() => {
    if (awake) void loadUser();
  }, [awake]);
  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open, root]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      setOpen(false);
      trigger.current?.focus();
    } else if (event.key === 'ArrowDown' && !open) {
      event.preventDefault();
      setOpen(true);
    }
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the button and links inside
    <div
      ref={root}
      className="account"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <a className="when-signed-out nav-link" href={paths.login()} data-modal="login">
        {m.account_login()}
      </a>
      {/* A form, so that the button leads to the profile where its code does not come. */}
      <form
        className="when-signed-in"
        action={paths.profile()}
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <button
          ref={trigger}
          className="icon-btn"
          aria-label={m.account_menu()}
          aria-expanded={open}
          aria-haspopup="menu"
          onClick={() => {
            setOpen(!open);
          }}
        >
          <Icon name="user" />
        </button>
      </form>
      {open && <AccountPanel restricted={restricted} />}
    </div>
  );
}
