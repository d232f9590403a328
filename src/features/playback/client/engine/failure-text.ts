import { areCookiesBlocked } from '../../../../platform/client/cookies.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import type { FailureCause } from '@pardeh/hls/failure';

export function describeFailure(cause: FailureCause): string {
  if (areCookiesBlocked()) return m.cookies_blocked();
  const texts: Record<FailureCause, () => string> = {
    expired: m.player_failed_expired,
    missing: m.player_failed_missing,
    server: m.player_failed_server,
    network: m.player_failed_media,
    decode: m.player_failed_decode,
    unsupported: m.player_failed_unsupported,
    container: m.player_failed_unsupported,
    key: m.player_failed_key,
    key_system: m.player_failed_key_system,
    key_session: m.player_failed_key_session,
    licence: m.player_failed_licence,
    licence_ended: m.player_failed_licence_ended,
    licence_server: m.player_failed_licence_server,
    stream: m.player_failed_server,
  };
  return texts[cause]();
}

export function describeTrouble(cause: FailureCause): string {
  return cause === 'network' ? m.player_lost() : m.player_trouble();
}
