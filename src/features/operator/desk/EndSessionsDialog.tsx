import { Facts } from '../../../platform/desk/Parts.tsx';
import { Loaded } from '../../../platform/desk/Screen.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { ReasonDialog } from '../../../platform/desk/ReasonDialog.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { endAccountSessions, getAccount, rehearseEndSessions } from '../accounts-contract.ts';

export function EndSessionsDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const answer = useCall(rehearseEndSessions, { id }, { isFresh: true });
  const act = useAct(endAccountSessions, [getAccount, rehearseEndSessions]);
  return (
    <ReasonDialog
      draft={`sessions:${String(id)}`}
      title={m.sessions_end()}
      label={m.sessions_do()}
      hint={m.reason_hint_owner()}
      act={act}
      isReady={answer.data !== undefined}
      send={(reason, onSuccess) => {
        act.mutate({ id, reason }, { onSuccess });
      }}
      onClose={onClose}
    >
      <p>{m.sessions_text()}</p>
      <Loaded answer={answer}>
        {({ data: { sessions, streams } }) => (
          <Facts
            rows={[
              [m.block_sessions(), formatNumber(sessions)],
              [m.block_streams(), formatNumber(streams)],
            ]}
          />
        )}
      </Loaded>
    </ReasonDialog>
  );
}
