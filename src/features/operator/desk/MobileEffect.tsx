import { Facts } from '../../../platform/desk/Parts.tsx';
import { Loaded } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { rehearseMobileChange } from '../mobiles-contract.ts';

export function MobileEffect({ id }: { id: number }) {
  const answer = useCall(rehearseMobileChange, { id }, { isFresh: true });
  return (
    <>
      <p className="desk-note">{m.mobile_effect()}</p>
      <Loaded answer={answer}>
        {({ data: { sessions, streams, browsers, mandates, is_member: isMember } }) => (
          <Facts
            rows={[
              [m.block_sessions(), formatNumber(sessions)],
              [m.block_streams(), formatNumber(streams)],
              [m.mobile_browsers(), formatNumber(browsers)],
              [m.mobile_mandates(), formatNumber(mandates)],
              [m.mobile_place(), isMember ? m.mobile_place_some() : m.renewal_end_off()],
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
