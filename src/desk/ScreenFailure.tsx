import { Component, type ReactNode } from 'react';
import { Screen } from '../platform/desk/Screen.tsx';
import { Button } from '../platform/ui/Button.tsx';
import { m } from '../platform/text/desk/messages.js';

/** In place of a screen whose code did not come, or that failed: the frame stays, and another screen can be opened. */
export class ScreenFailure extends Component<{ children: ReactNode }, { isFailed: boolean }> {
  override state = { isFailed: false };

  static getDerivedStateFromError(): { isFailed: boolean } {
    return { isFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.isFailed) return this.props.children;
    return (
      <Screen title={m.state_missing_part()}>
        <div className="desk-fault" role="alert">
          <p>{m.state_missing_why()}</p>
          <Button look="line" onClick={() => void reloadWhenOnline()}>
            {m.state_again()}
          </Button>
        </div>
      </Screen>
    );
  }
}

/** Browsers remember an import that failed, so the page is loaded again; offline it would be lost. */
async function reloadWhenOnline(): Promise<void> {
  const answer = await fetch(window.location.href, { method: 'HEAD' }).catch(() => null);
  if (answer !== null) window.location.reload();
}
