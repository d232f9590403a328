import type { FailureCause } from '@pardeh/hls/failure';
import { PLAY_SESSION_COOKIE } from '../../../platform/config/session.ts';
import { isKids } from '../../../platform/client/kids.ts';
import { readHere } from '../../../platform/client/stay-here.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { buildPlayText } from '../../help/play-numbers.ts';
import { getLastPlay } from './play-session.ts';
import { SupportPhone } from './SupportPhone.tsx';

interface Props {
  /** Path of the title or channel. */
  page: string;
  cause?: FailureCause | null;
  className: string;
}

/** Long enough to sign in by SMS on the way. */
const SECONDS = 15 * 60;

/** To a message to support with the numbers of this play, which are read when it is pressed; where messages are closed, the telephone. */
export function ReportPlay({ page, cause = null, className }: Props) {
  if (isKids() || readHere() !== null) return <SupportPhone className={className} />;
  const build = () => {
    const session = getLastPlay();
    const play = buildPlayText({ e: cause, ...session?.measure?.() });
    const [sid, seconds] = session ? [session.sid, SECONDS] : ['', 0];
    document.cookie = `${PLAY_SESSION_COOKIE}=${sid}; Path=${paths.help()}; Max-Age=${String(seconds)}; SameSite=Lax; Secure`;
    return paths.help({ kind: 'playback', page, ...(play !== '' && { play }) });
  };
  return (
    <a
      className={className}
      href={paths.help({ kind: 'playback', page })}
      onClick={(event) => {
        event.currentTarget.href = build();
      }}
    >
      {m.player_report()}
    </a>
  );
}
