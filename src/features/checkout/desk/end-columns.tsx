import { Badge, type Tone } from '../../../platform/desk/Parts.tsx';
import type { Column } from '../../../platform/desk/Table.tsx';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import type { ListedPrice } from '../prices-contract.ts';

type State = ListedPrice['state'];

const STATES: Record<State, readonly [Tone, () => string]> = {
  now: ['good', m.prices_state_now],
  planned: ['open', m.prices_state_planned],
  past: ['quiet', m.prices_state_past],
  withdrawn: ['quiet', m.prices_state_withdrawn],
};
export const namePriceState = (state: State) => STATES[state][1]();

/** Who and why, and the state with the button of what is planned. `withdraw`: null to who may only read. */
export function buildEndColumns<Row extends { operator: string; reason: string; state: State }>(
  withdraw: ((row: Row) => void) | null,
): Column<Row>[] {
  return [
    {
      name: m.reason_label(),
      kind: 'wide',
      show: ({ operator, reason }) => (
        <span className="desk-words">
          {m.prices_by({ who: `\u2068${nameMember(operator)}\u2069`, why: `\u2068${reason}\u2069` })}
        </span>
      ),
    },
    {
      name: m.payment_state(),
      show: (row) => {
        const [tone, text] = STATES[row.state];
        return (
          <>
            <Badge tone={tone}>{text()}</Badge>{' '}
            {withdraw && row.state === 'planned' && (
              <Button
                look="link"
                onClick={() => {
                  withdraw(row);
                }}
              >
                {m.prices_withdraw()}
              </Button>
            )}
          </>
        );
      },
    },
  ];
}
