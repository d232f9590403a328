import { Code, Facts, Toman } from '../../../platform/desk/Parts.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import type { MovePreview } from '../moves-contract.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { WalletLink } from './WalletLink.tsx';

interface Props {
  preview: MovePreview;
  tracking: string | null;
  reason: string;
  collectAgain?: boolean;
}

/** Entries and wallets of a correction by its rehearsal: before the press, and for the second member. */
export function MoveFacts({ preview, tracking, reason, collectAgain = false }: Props) {
  return (
    <div className="desk-stack">
      <Facts
        rows={[
          ...(tracking === null ? [] : [[m.refund_tracking(), <Code key="tracking" text={tracking} />] as const]),
          ...(preview.wallets.length === 0
            ? []
            : [
                [
                  m.refund_wallet_after(),
                  preview.wallets.map(({ account, before, after }) => (
                    <div key={account}>
                      <WalletLink account={account} /> <Toman value={before} /> {m.change_to()} <Toman value={after} />
                    </div>
                  )),
                ] as const,
              ]),
          ...(collectAgain ? [[m.approval_collect(), m.approval_collect_yes()] as const] : []),
          [m.reason_label(), <bdi key="reason">{reason}</bdi>],
        ]}
      />
      <LedgerTable entries={preview.entries} withOwners />
    </div>
  );
}
