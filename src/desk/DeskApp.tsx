import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { GateDialog } from '../features/staff/desk/GateDialog.tsx';
import { SignIn } from '../features/staff/desk/SignIn.tsx';
import { useSelf, type Self } from '../features/staff/desk/use-self.ts';
import { CallError } from '../platform/desk/call-desk.ts';
import { $gate } from '../platform/desk/gate.ts';
import { clearDrafts } from '../platform/desk/draft-store.ts';
import { DraftOwner } from '../platform/desk/use-draft.ts';
import { Permissions } from '../platform/desk/permissions.ts';
import { Empty, Screen, Waiting } from '../platform/desk/Screen.tsx';
import { paths } from '../platform/paths.ts';
import { m } from '../platform/text/desk/messages.js';
import { Frame } from './Frame.tsx';
import { useFirstScreen } from './prepare-screen.ts';
import { ScreenFailure } from './ScreenFailure.tsx';
import { allowScreens } from './screens.tsx';

const STALE_MS = 30_000;

const client = new QueryClient({
  defaultOptions: {
    // An act that waits for the network would be made later, by itself.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: STALE_MS,
      refetchOnWindowFocus: false,
      // Each reading is a row of the trail: only a lost connection is tried again.
      retry: (count, error) => count < 1 && error instanceof CallError && error.error.code === 'network',
    },
  },
});

export function DeskApp() {
  return (
    <QueryClientProvider client={client}>
      <Router base={paths.desk()}>
        <Door />
      </Router>
    </QueryClientProvider>
  );
}

/** The desk for who has opened it; else the way in, at the same address. A session that ends meanwhile is asked for over
 * the page, which stays with what was typed (GateDialog). */
function Door() {
  useFirstScreen();
  const { answer, ask } = useSelf();
  const self = answer?.self;
  const isAskedAgain = useStore($gate)?.kind === 'sign-in';
  const [member, setMember] = useState<Self | null>(null);
  if (self?.session && self !== member) setMember(self);
  const person = self?.session ? self : isAskedAgain ? member : null;
  const name = self?.name ?? null;
  const isOver = !isAskedAgain && (answer?.error?.status === 401 || answer?.error?.code === 'staff_unknown');
  useEffect(() => {
    if (name !== null || isOver) clearDrafts(name);
  }, [name, isOver]);
  if (answer === undefined && person === null) return <Waiting />;
  if (person === null) {
    return (
      <main className="desk-door">
        <h1>{m.sign_in_title()}</h1>
        <SignIn onOpen={() => void ask()} />
      </main>
    );
  }
  return (
    <Permissions value={person.permissions}>
      <DraftOwner value={person.name}>
        <Frame self={person}>
          <Screens self={person} />
        </Frame>
      </DraftOwner>
      <GateDialog />
    </Permissions>
  );
}

function Screens({ self }: { self: Self }) {
  const [location] = useLocation();
  const allowed = allowScreens(self.permissions);
  const first = allowed.find(({ name }) => name !== null);
  return (
    <Switch>
      {allowed.map(({ path, show }) => (
        <Route key={path} path={path}>
          {(params: Record<string, string | undefined>) => (
            <ScreenFailure key={location}>{show(params['id'] ?? '')}</ScreenFailure>
          )}
        </Route>
      ))}
      <Route>
        {location === '/' && first ? (
          <Redirect to={first.path} replace />
        ) : (
          <Screen title={m.missing_title()}>
            <Empty>{m.missing_text()}</Empty>
          </Screen>
        )}
      </Route>
    </Switch>
  );
}
