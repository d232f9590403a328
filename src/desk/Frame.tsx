import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import type { Self } from '../features/staff/desk/use-self.ts';
import { endStaffSession } from '../features/staff/contract.ts';
import { nameRole } from '../platform/desk/role-name.ts';
import { askApi } from '../platform/desk/call-desk.ts';
import { clearDrafts } from '../platform/desk/draft-store.ts';
import { toggleTheme } from '../platform/client/theme.ts';
import { paths } from '../platform/paths.ts';
import { getLocale } from '../platform/text/current-locale.ts';
import { m } from '../platform/text/desk/messages.js';
import { findSearch, isShortcut, KeysDialog } from './KeysDialog.tsx';
import { prepareScreen } from './prepare-screen.ts';
import { RecordTrail } from './RecordTrail.tsx';
import { allowScreens } from './screens.tsx';

export function Frame({ self, children }: { self: Self; children: ReactNode }) {
  const [location] = useLocation();
  useEffect(focusSearchBySlash, []);
  const links = allowScreens(self.permissions).filter(({ name }) => name !== null);
  return (
    <div className="desk-frame">
      <a className="desk-skip" href="#desk-content">
        {m.nav_skip()}
      </a>
      <aside className="desk-side">
        <p className="desk-brand">{m.desk_title()}</p>
        <nav className="desk-nav" aria-label={m.nav_label()}>
          {links.map((screen) => {
            const { path, name } = screen;
            const prepare = () => {
              prepareScreen(screen);
            };
            const isHere =
              path === '/'
                ? location === '/'
                : location.startsWith(path) || (path === '/people' && location.startsWith('/accounts'));
            return (
              <Link
                key={path}
                href={path}
                aria-current={isHere ? 'page' : undefined}
                onPointerEnter={prepare}
                onFocus={prepare}
              >
                {name?.()}
              </Link>
            );
          })}
        </nav>
        <Corner self={self} />
      </aside>
      <KeysDialog />
      <div className="desk-main">
        {self.permissions.includes('people.read') && <SearchBar />}
        <main id="desk-content" tabIndex={-1}>
          {self.permissions.includes('audit.read') && <RecordTrail />}
          {children}
        </main>
      </div>
    </div>
  );
}

/** To the search of people, and without it to that of the screen, if it has one. */
function focusSearchBySlash() {
  const focusSearch = (event: KeyboardEvent) => {
    if (!isShortcut(event, '/')) return;
    const input = findSearch();
    if (input === undefined) return;
    event.preventDefault();
    input.focus();
    input.select();
  };
  document.addEventListener('keydown', focusSearch);
  return () => {
    document.removeEventListener('keydown', focusSearch);
  };
}

/** The member, and the way out. */
function Corner({ self }: { self: Self }) {
  const client = useQueryClient();
  const other = getLocale() === 'fa' ? 'en' : 'fa';
  return (
    <div className="desk-corner">
      <p>
        <Link className="desk-link" href="/own" title={m.own_title()}>
          <bdi>{self.name}</bdi>
        </Link>
        <span className="desk-note">{nameRole(self.role)}</span>
      </p>
      <div className="desk-tools">
        <button type="button" onClick={toggleTheme}>
          {m.tool_theme()}
        </button>
        <a
          href={paths.localeCheck(other, window.location.pathname + window.location.search)}
          lang={other}
          hrefLang={other}
        >
          {m.tool_language()}
        </a>
        <button
          type="button"
          onClick={() => {
            clearDrafts();
            void askApi(endStaffSession, {}).then(() => {
              client.clear();
              window.location.assign(paths.desk());
            });
          }}
        >
          {m.tool_sign_out()}
        </button>
      </div>
    </div>
  );
}

function SearchBar() {
  const input = useRef<HTMLInputElement>(null);
  const [params] = useSearchParams();
  const [location, navigate] = useLocation();
  const query = location === '/people' ? (params.get('q') ?? '') : '';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? '';
    if (text !== '') navigate(`/people?q=${encodeURIComponent(text)}`);
  };
  return (
    <form className="desk-search" role="search" onSubmit={submit}>
      <input
        key={query}
        ref={input}
        type="search"
        aria-label={m.search_label()}
        placeholder={m.search_placeholder()}
        defaultValue={query}
        aria-keyshortcuts="/"
      />
      <button type="submit">{m.search_go()}</button>
    </form>
  );
}
