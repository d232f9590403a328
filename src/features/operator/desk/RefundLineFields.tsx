import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import type { DeskPaymentPage } from '../desk-payments-contract.ts';
import { hasSum, nameDaysField, nameTomanField, type RefundDraft } from './refund-draft.ts';
import { nameLine } from './words.ts';

interface Props {
  draft: RefundDraft;
  line: DeskPaymentPage['lines'][number];
  change: (part: Partial<RefundDraft>) => void;
}

export function RefundLineFields({ draft, line, change }: Props) {
  const [tomanField, daysField] = [nameTomanField(line.line), nameDaysField(line.line)];
  const most = formatNumber(line.total - line.refunded);
  const takesDays = line.kind === 'plan' && line.card_tail === null && hasSum(draft, line.line);
  return (
    <fieldset className="desk-form desk-bare">
      <legend>{nameLine(line)}</legend>
      <div className="desk-pair">
        <Field
          label={m.refund_amount()}
          hint={m.refund_line_hint({ most })}
          inputMode="numeric"
          dir="ltr"
          value={draft[tomanField] ?? ''}
          onChange={(event) => {
            change({ [tomanField]: event.target.value });
          }}
        />
        {takesDays && (
          <Field
            label={m.refund_days()}
            hint={m.refund_days_hint()}
            inputMode="numeric"
            dir="ltr"
            value={draft[daysField] ?? ''}
            onChange={(event) => {
              change({ [daysField]: event.target.value });
            }}
          />
        )}
      </div>
      <div className="desk-buttons">
        <Button
          look="line"
          onClick={() => {
            change({ [tomanField]: most });
          }}
        >
          {m.refund_line_all()}
        </Button>
      </div>
    </fieldset>
  );
}
