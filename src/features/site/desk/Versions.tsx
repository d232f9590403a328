import { useState } from 'react';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { toIso } from '../../../platform/desk/csv.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { Moment } from '../../../platform/desk/Parts.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Loaded, Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listSiteVersions, type SitePart } from '../texts-contract.ts';
import { VersionDialog } from './VersionDialog.tsx';

/** Versions of a part. Each is read and brought back, the built-in one, too. */
export function Versions({ part, rev }: { part: SitePart; rev: number }) {
  const [before, setBefore] = useQueryParam('before');
  const answer = useCall(listSiteVersions, { part, ...(before !== null && { before }) });
  const mayWrite = usePermissions().includes('site.write');
  const [version, setVersion] = useState<number | null>(null);
  const read = (number: number, text: string) => (
    <Button
      look="link"
      aria-label={number === 0 ? undefined : m.site_version_read_of({ number: formatNumber(number) })}
      onClick={() => {
        setVersion(number);
      }}
    >
      {text}
    </Button>
  );
  return (
    <Panel title={m.site_versions()} actions={rev > 0 && read(0, m.site_version_built_in())}>
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <Table
              label={m.site_versions()}
              rows={data}
              getKey={(row) => row.rev}
              empty={m.site_versions_none()}
              columns={[
                { name: m.site_version(), kind: 'number', show: (row) => formatNumber(row.rev) },
                { name: m.payment_when(), show: ({ created_at: at }) => <Moment at={at} /> },
                { name: m.audit_who(), show: ({ operator }) => <bdi>{nameMember(operator)}</bdi> },
                { name: m.reason_label(), kind: 'wide', show: ({ reason }) => <bdi dir="auto">{reason}</bdi> },
                {
                  name: m.site_version_text(),
                  show: (row) => (row.rev === rev ? m.site_version_now() : read(row.rev, m.site_version_read())),
                },
              ]}
            />
            {data.length > 0 && (
              <CsvButton
                name={`pardeh-${part}`}
                header={[m.site_version(), m.payment_when(), m.audit_who(), m.reason_label()]}
                getRows={() =>
                  data.map((row) => [row.rev, toIso(row.created_at), nameMember(row.operator), row.reason])
                }
              />
            )}
            <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
      {version !== null && (
        <VersionDialog
          {...{ part, rev, version, mayWrite }}
          onClose={() => {
            setVersion(null);
          }}
        />
      )}
    </Panel>
  );
}
