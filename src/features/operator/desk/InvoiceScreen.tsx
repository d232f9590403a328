import { Link } from 'wouter';
import { Code, Mobile } from '../../../platform/desk/Parts.tsx';
import { Empty, Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { NO_ACCOUNT } from '../../ledger/payment-kinds.ts';
import { toInvoice } from '../../payments/invoiced.ts';
import { Invoice } from '../../payments/ui/Invoice.tsx';
import { getDeskPayment } from '../desk-payments-contract.ts';

/** For paper: the frame of the desk is not printed. */
export function InvoiceScreen({ id }: { id: string }) {
  const answer = useCall(getDeskPayment, { id });
  return (
    <Screen
      title={m.invoice_open()}
      note={
        <Link className="desk-link" href={`/payments/${id}`}>
          <Code text={id} />
        </Link>
      }
      actions={
        <Button
          onClick={() => {
            window.print();
          }}
        >
          {m.invoice_print()}
        </Button>
      }
    >
      <Loaded answer={answer}>
        {({ data }) => {
          const invoice = toInvoice(data);
          if (data.seller === null || invoice === null) return <Empty>{m.invoice_none()}</Empty>;
          return (
            <Invoice
              seller={data.seller}
              invoice={invoice}
              buyer={data.user_id === NO_ACCOUNT ? m.batches_outside() : <Mobile number={data.mobile} />}
              payment={data}
            />
          );
        }}
      </Loaded>
    </Screen>
  );
}
