import { Link } from 'wouter';
import { Badge, Facts } from '../../../../platform/desk/Parts.tsx';
import { Panel } from '../../../../platform/desk/Screen.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import type { CatalogueImport } from '../../intake-contract.ts';

export function ImportDone({ result, onBegin }: { result: CatalogueImport; onBegin: () => void }) {
  const isWhole = result.ended_at !== null;
  return (
    <Panel title={isWhole ? m.intake_done() : m.intake_stopped()}>
      <div className="desk-stack">
        <p role="status">
          <Badge tone={isWhole ? 'good' : 'open'}>{isWhole ? m.intake_done_note() : m.intake_stopped_note()}</Badge>
        </p>
        <Facts
          rows={[
            [m.intake_added(), formatNumber(result.added)],
            [m.intake_changed(), formatNumber(result.changed)],
            [m.intake_unchanged(), formatNumber(result.unchanged)],
            [m.intake_rejected(), formatNumber(result.rejected)],
            [m.intake_not_taken(), formatNumber(result.not_taken)],
          ]}
        />
        {result.drafts && result.added > 0 && <p>{m.intake_drafts_note()}</p>}
        <div className="desk-buttons">
          <Button onClick={onBegin}>{m.intake_next()}</Button>
          {result.drafts ? (
            <>
              <Link className="desk-link" href="/titles?state=draft">
                {m.intake_drafts_titles()}
              </Link>
              <Link className="desk-link" href="/titles?kind=episode&state=draft">
                {m.intake_drafts_episodes()}
              </Link>
            </>
          ) : (
            <Link className="desk-link" href="/titles">
              {m.nav_titles()}
            </Link>
          )}
        </div>
      </div>
    </Panel>
  );
}
