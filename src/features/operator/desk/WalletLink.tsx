import { Link } from 'wouter';
import { Code } from '../../../platform/desk/Parts.tsx';
import { getWalletUser } from '../../ledger/ledger.ts';

/** `wallet:17`, with the account of its owner behind it; nothing for another account of the ledger. */
export function WalletLink({ account }: { account: string }) {
  const user = getWalletUser(account);
  if (user === null) return null;
  return (
    <Link className="desk-link" href={`/accounts/${String(user)}`}>
      <Code text={account} />
    </Link>
  );
}
