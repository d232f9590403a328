import { m } from '../../../../platform/text/paraglide/messages.js';
import { ReportPlay } from '../../../qoe/client/ReportPlay.tsx';
import { togglePanel } from './panel.ts';

export function PanelLinks({ hasChapters, page }: { hasChapters: boolean; page: string }) {
  return (
    <div className="player-links">
      {hasChapters && (
        <button type="button" className="player-chip" onClick={() => togglePanel('chapters')}>
          {m.player_chapters()}
        </button>
      )}
      <button type="button" className="player-chip" onClick={() => togglePanel('keys')}>
        {m.player_keys()}
      </button>
      <button type="button" className="player-chip" onClick={() => togglePanel('stats')}>
        {m.player_stats()}
      </button>
      <ReportPlay page={page} className="player-chip" />
    </div>
  );
}
