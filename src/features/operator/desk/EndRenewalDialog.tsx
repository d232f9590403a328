import { Code, Facts, Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatNumber } from '../../../platform/text/format.ts';
import { getAccount } from '../accounts-contract.ts';
import { endRenewal, type RenewalEnd } from '../renewals-contract.ts';

const CHOICES = ['renewal', 'banks'] as const;

/** At the wish of the person: which of what is collected ends, then what would happen. */
export function EndRenewalDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const steps = useSteps({
    form: `renewal:${String(id)}`,
    empty: { reason: '', choice: 'renewal' },
    read: ({ reason, choice }): Input<typeof endRenewal> | null =>
      isReason(reason) ? { id, revoke: choice === 'banks', reason } : null,
    rehearse: useAct(endRenewal),
    rehearsal: { rehearse: true },
    make: useAct(endRenewal, [getAccount]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  return (
    <Steps
      title={m.renewal_end_title()}
      {...{ steps, onClose }}
      label={m.renewal_end_do()}
      hasEffect={hasEffect}
      facts={(preview) => <RenewalFacts preview={preview} reason={draft.reason} />}
    >
      <Select<(typeof CHOICES)[number]>
        label={m.renewal_end_what()}
        value={CHOICES.find((option) => option === draft.choice) ?? 'renewal'}
        options={[
          ['renewal', m.renewal_end_renewal()],
          ['banks', m.renewal_end_banks()],
        ]}
        onChange={(choice) => {
          change({ choice });
        }}
      />
      <ReasonField
        hint={m.reason_hint_owner()}
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </Steps>
  );
}

const hasEffect = ({ before, after }: RenewalEnd) => JSON.stringify(before) !== JSON.stringify(after);

function RenewalFacts({ preview, reason }: { preview: RenewalEnd; reason: string }) {
  const { before, after, next, until, days_left: days, open_debits: debits } = preview;
  const show = (was: boolean, is: boolean) =>
    was ? (is ? m.renewal_end_stays() : m.renewal_end_ends()) : m.renewal_end_off();
  const ended = before.banks.filter((bank) => !after.banks.includes(bank));
  return (
    <>
      {!hasEffect(preview) && <p>{m.renewal_end_nothing()}</p>}
      <Facts
        rows={[
          [m.renewal_end_row(), show(before.renews, after.renews)],
          ...(next === null
            ? []
            : [
                [
                  m.renewal_end_next(),
                  <span key="next">
                    <Toman value={next.toman} /> <Moment at={next.at} />
                  </span>,
                ] as const,
              ]),
          [
            m.renewal_end_days(),
            until === 0
              ? m.block_subscription_none()
              : m.renewal_end_until({ date: formatDate(until), days: formatNumber(days) }),
          ],
          [
            m.renewal_end_series(),
            before.series === 0
              ? m.renewal_end_off()
              : m.renewal_end_change({ before: formatNumber(before.series), after: formatNumber(after.series) }),
          ],
          [m.renewal_end_anything(), show(before.pay_anything, after.pay_anything)],
          [
            m.renewal_end_mandates(),
            before.banks.length === 0 ? (
              m.renewal_end_off()
            ) : ended.length === 0 ? (
              m.renewal_end_stays()
            ) : (
              <span key="banks">
                {m.renewal_end_revoked()} <Code text={ended.join(' ')} />
              </span>
            ),
          ],
          ...(debits > 0 ? [[m.renewal_end_debits(), formatNumber(debits)] as const] : []),
          [m.reason_label(), <bdi key="reason">{reason}</bdi>],
        ]}
      />
    </>
  );
}
