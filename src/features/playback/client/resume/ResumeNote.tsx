import { m } from '../../../../platform/text/paraglide/messages.js';
import { formatClock } from '../../../../platform/text/format-clock.ts';
import type { Resume } from './use-resume.ts';

export function ResumeNote({ resume }: { resume: Resume }) {
  const { resumedAt, elsewhere } = resume;
  return (
    <div className="player-note" role="status">
      {elsewhere !== null ? (
        <p>
          {m.player_elsewhere({ at: formatClock(elsewhere) })}
          <button type="button" onClick={() => resume.goTo(elsewhere)}>
            {m.player_elsewhere_go()}
          </button>
          <button type="button" onClick={resume.dismiss}>
            {m.player_dismiss()}
          </button>
        </p>
      ) : (
        resumedAt !== null && (
          <p>
            {m.player_resumed({ at: formatClock(resumedAt) })}
            <button type="button" onClick={resume.restart}>
              {m.player_restart()}
            </button>
          </p>
        )
      )}
    </div>
  );
}
