import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DayField } from '../../../platform/desk/DayField.tsx';
import { FileField } from '../../../platform/desk/FileField.tsx';
import { Panel, Refusal, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { isoDay } from '../../../platform/text/iso-day.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { GATEWAY_IDS, type GatewayId } from '../../ledger/payment-kinds.ts';
import { BankFileError, type ColumnNames } from '../settlement/columns.ts';
import { compareSettlement } from './compare-settlement.ts';
import { SettlementColumns } from './SettlementColumns.tsx';
import { SettlementResults } from './SettlementResults.tsx';
import { nameMethod } from './words.ts';

/** A bank's file beside the payments, as `npm run settlement` compares them. */
export function SettlementScreen() {
  const [file, setFile] = useState<File | null>(null);
  const [gateway, setGateway] = useState<GatewayId>('saman');
  const [period, setPeriod] = useState({ from: '', to: '' });
  const [header, setHeader] = useState<readonly string[] | null>(null);
  const [columns, setColumns] = useState<ColumnNames>({});
  const comparison = useMutation({
    mutationFn: compareSettlement,
    onError: ({ cause }) => {
      if (!(cause instanceof BankFileError) || cause.columns === null) return;
      setHeader(cause.columns.header);
      setColumns(cause.columns.found);
    },
  });
  const [today] = useState(() => isoDay(Math.floor(Date.now() / 1000)));
  return (
    <Screen title={m.settlement_title()} note={m.settlement_note()}>
      <div className="desk-stack">
        <Panel title={m.settlement_file()}>
          <form
            className="desk-form"
            onSubmit={(event) => {
              event.preventDefault();
              if (file) comparison.mutate({ file, gateway, ...period, columns });
            }}
          >
            <FileField
              label={m.settlement_choose()}
              hint={m.settlement_choose_hint()}
              accept=".xlsx,.csv,.txt,.tsv,text/csv,text/plain"
              onFile={(chosen) => {
                comparison.reset();
                setFile(chosen);
                setHeader(null);
                setColumns({});
              }}
            />
            <div className="desk-pair">
              <Select
                label={m.payment_method()}
                value={gateway}
                options={GATEWAY_IDS.map((id) => [id, nameMethod(id)] as const)}
                onChange={(id) => {
                  comparison.reset();
                  setGateway(id);
                }}
              />
            </div>
            <div className="desk-pair">
              {(['from', 'to'] as const).map((name) => (
                <DayField
                  key={name}
                  label={name === 'from' ? m.settlement_from() : m.settlement_to()}
                  max={today}
                  isOptional
                  value={period[name]}
                  onChange={(day) => {
                    comparison.reset();
                    setPeriod({ ...period, [name]: day });
                  }}
                />
              ))}
            </div>
            {header !== null && (
              <SettlementColumns
                header={header}
                columns={columns}
                onChange={(chosen) => {
                  comparison.reset();
                  setColumns(chosen);
                }}
              />
            )}
            <Refusal error={comparison.error} />
            <div className="desk-buttons">
              <Button type="submit" busy={comparison.isPending} disabled={file === null}>
                {m.settlement_compare()}
              </Button>
            </div>
          </form>
        </Panel>
        {comparison.data && <SettlementResults result={comparison.data} gateway={gateway} />}
      </div>
    </Screen>
  );
}
