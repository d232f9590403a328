import { Link } from 'wouter';
import { Badge, Day, Facts, Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import type { getAccount } from '../accounts-contract.ts';
import { isRunning } from './words.ts';

export function AccountSubscription({ account }: { account: Output<typeof getAccount>['data'] }) {
  const isPaused = isRunning(account.paused_until);
  const isSubscribed = isRunning(account.subscribed_until);
  const { plan, renewal } = account;
  return (
    <Panel
      title={m.person_subscription()}
      actions={
        isPaused ? (
          <Badge tone="open">{m.person_paused()}</Badge>
        ) : (
          <Badge tone={isSubscribed ? 'good' : 'quiet'}>{isSubscribed ? m.person_running() : m.person_ended()}</Badge>
        )
      }
    >
      <Facts
        rows={[
          [
            m.person_plan(),
            plan === null ? m.value_none() : <bdi>{plan[getLocale() === 'fa' ? 'name_fa' : 'name_en']}</bdi>,
          ],
          [m.person_until(), <Moment key="until" at={account.subscribed_until} />],
          ...(isPaused ? [[m.person_paused_until(), <Moment key="paused" at={account.paused_until} />] as const] : []),
          [
            m.person_renewal(),
            renewal === null ? (
              m.renewal_end_off()
            ) : (
              <span key="renewal">
                <Toman value={renewal.toman} /> <Moment at={renewal.at} />
              </span>
            ),
          ],
          [m.person_wallet(), <Toman key="wallet" value={account.wallet} />],
          [m.person_since(), <Day key="since" at={account.created_at} />],
          [m.person_number(), formatNumber(account.id)],
          [
            m.acceptances_title(),
            <Link key="terms" className="desk-link" href={`/site/acceptances?user=${String(account.id)}`}>
              {m.site_version_read()}
            </Link>,
          ],
          ...(account.cancelled_at === null
            ? []
            : [
                [m.person_cancelled(), <Moment key="cancelled" at={account.cancelled_at} />] as const,
                [m.erase_on(), <Day key="erased" at={account.erase_at} />] as const,
              ]),
        ]}
      />
    </Panel>
  );
}
