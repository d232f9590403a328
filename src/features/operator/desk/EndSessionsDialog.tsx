import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { endAccountSessions, getAccount } from '../accounts-contract.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

export function EndSessionsDialog({ id, count, onClose }: { id: number; count: number; onClose: () => void }) {
  const act = useAct(endAccountSessions, [getAccount]);
  const text = m.sessions_text({ number: formatNumber(count) });
  const texts = { title: m.sessions_end(), text, label: m.sessions_do() };
  return <ReasonDialog id={id} draft="sessions" {...texts} act={act} onClose={onClose} />;
}
