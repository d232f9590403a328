import { Link } from 'wouter';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Moment } from '../../../platform/desk/Parts.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatDigits, formatNumber } from '../../../platform/text/format.ts';
import { paths } from '../../../platform/paths.ts';
import { foldNumber } from '../../../platform/text/digits.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { getSiteText, listTermsAcceptances } from '../texts-contract.ts';

export function AcceptancesScreen() {
  const [user, setUser] = useQueryParam('user');
  const [version, setVersion] = useQueryParam('version');
  const [before, setBefore] = useQueryParam('before');
  const present = useCall(getSiteText, { part: 'terms' });
  const number = readNumber(version) ?? present.data?.data.rev ?? 0;
  const account = readNumber(user);
  const answer = useCall(
    listTermsAcceptances,
    { ...(account === null ? { version: number } : { user: account }), ...(before !== null && { before }) },
    { enabled: version !== null || account !== null || present.data !== undefined },
  );
  return (
    <Screen
      title={m.acceptances_title()}
      note={m.acceptances_note()}
      actions={
        <>
          <Field
            label={m.site_version()}
            inputMode="numeric"
            dir="ltr"
            placeholder={formatDigits(String(number))}
            value={version ?? ''}
            onChange={(event) => {
              setVersion(event.target.value, ['before', 'user']);
            }}
          />
          <Field
            label={m.acceptances_account()}
            inputMode="numeric"
            dir="ltr"
            value={user ?? ''}
            onChange={(event) => {
              setUser(event.target.value, ['before']);
            }}
          />
        </>
      }
    >
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <CsvButton
              name={`terms-${String(account ?? number)}`}
              header={[m.acceptances_account(), m.site_version(), m.payment_when(), m.acceptances_how()]}
              getRows={() =>
                data.map((row) => [row.user_id, row.version, formatDate(row.accepted_at), nameHow(row.asked)])
              }
            />
            <Table
              label={m.acceptances_title()}
              rows={data}
              getKey={(row) => `${String(row.user_id)}.${String(row.version)}`}
              empty={m.acceptances_none()}
              columns={[
                {
                  name: m.acceptances_account(),
                  show: (row) => (
                    <Link className="desk-link" href={`/accounts/${String(row.user_id)}`}>
                      {formatDigits(String(row.user_id))}
                    </Link>
                  ),
                },
                {
                  name: m.site_version(),
                  show: (row) => (
                    <a className="desk-link" href={paths.termsVersion(row.version)}>
                      {row.version === 0 ? m.site_version_built_in() : formatNumber(row.version)}
                    </a>
                  ),
                },
                { name: m.payment_when(), show: (row) => <Moment at={row.accepted_at} /> },
                {
                  name: m.acceptances_how(),
                  kind: 'wide',
                  show: (row) => nameHow(row.asked),
                },
              ]}
            />
            <Pager next={next} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const nameHow = (isAsked: boolean) => (isAsked ? m.acceptances_asked() : m.acceptances_in_force());

function readNumber(text: string | null): number | null {
  const digits = /^\d{1,9}$/.exec(foldNumber(text ?? '').trim())?.[0];
  return digits === undefined ? null : Number(digits);
}
