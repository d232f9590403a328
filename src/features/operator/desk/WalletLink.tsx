import { Link } from 'wouter';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { getWalletUser } from '../../ledger/ledger.ts';

/** The account whose wallet it is; nothing for another account of the ledger. */
export function WalletLink({ account }: { account: string }) {
  const user = getWalletUser(account);
  if (user === null) return null;
  return (
    <Link className="desk-link" href={`/accounts/${String(user)}`}>
      {m.wallet_owner({ number: formatPlain(user) })}
    </Link>
  );
}
