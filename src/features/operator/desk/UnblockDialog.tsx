import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { getAccount } from '../accounts-contract.ts';
import { unblockAccount } from '../blocks-contract.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

export function UnblockDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const act = useAct(unblockAccount, [getAccount]);
  const texts = { title: m.block_end_title(), text: m.block_end_text(), label: m.block_end_do() };
  return <ReasonDialog id={id} draft="unblock" {...texts} act={act} onClose={onClose} />;
}
