import { MAX_ALARMS } from '../alarm.ts';
import { toRial } from '../../../platform/text/money.ts';
import type { Difference } from './match.ts';

const WORDS: Record<Difference['kind'], string> = {
  only_here: 'settled here, not in the file',
  only_there: 'in the file, not settled here',
  amount: 'another amount',
  twice: 'twice in the file',
  reversed_there: 'given back by the bank',
};

export function describeDifference({ kind, payment, row }: Difference): string {
  const there =
    row === null
      ? ''
      : `line ${String(row.line)}, ${String(row.rial)} rial, ${row.reference ?? row.order ?? row.token ?? row.trace ?? ''}`;
  const recorded =
    payment === null
      ? ''
      : `payment ${payment.id}, ${payment.state}, ${String(toRial(payment.total))} rial, ${payment.reference ?? ''}`;
  return [WORDS[kind], there, recorded].filter((text) => text !== '').join(' | ');
}

/** The alarm of a difference: its key is the same each time, so a file that is compared again raises none. */
export function buildSettlementAlarm(gateway: string, difference: Difference) {
  const { kind, payment, row } = difference;
  const about = payment?.id ?? row?.reference ?? row?.order ?? row?.token ?? row?.trace ?? '';
  return {
    kind: 'settlement',
    key: `settlement:${gateway}:${kind}:${about}`.slice(0, 200),
    text: `settlement of ${gateway}: ${describeDifference(difference)}`.slice(0, 500),
    payment_id: payment?.id ?? null,
  } as const;
}

type SettlementAlarm = ReturnType<typeof buildSettlementAlarm>;

/** Sends them in parts of a call's maximum. Returns how many are new, of the numbers that `send` returns. */
export async function sendSettlementAlarms(
  alarms: readonly SettlementAlarm[],
  send: (part: SettlementAlarm[]) => Promise<number>,
): Promise<number> {
  let added = 0;
  for (let at = 0; at < alarms.length; at += MAX_ALARMS) added += await send(alarms.slice(at, at + MAX_ALARMS));
  return added;
}
