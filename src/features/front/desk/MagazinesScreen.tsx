import { useState } from 'react';
import { Link } from 'wouter';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Badge } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { PagePreview } from '../../catalogue/desk/PagePreview.tsx';
import { paths } from '../../../platform/paths.ts';
import { describeState } from '../../catalogue/desk/words.ts';
import { listDeskMagazines } from '../magazines-contract.ts';
import { AddMagazineDialog } from './AddMagazineDialog.tsx';
import { nameMagazine, namePrintKind } from './print-words.ts';

export function MagazinesScreen() {
  const [before, setBefore] = useQueryParam('before');
  const answer = useCall(listDeskMagazines, { ...(before !== null && { before }) });
  const mayWrite = usePermissions().includes('front.write');
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Screen
      title={m.print_title()}
      note={
        <Link className="desk-link" href="/front">
          {m.front_back()}
        </Link>
      }
      actions={
        mayWrite && (
          <Button
            onClick={() => {
              setIsAdding(true);
            }}
          >
            {m.print_make()}
          </Button>
        )
      }
    >
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <Table
              label={m.print_title()}
              rows={data}
              getKey={({ id }) => id}
              empty={m.print_none()}
              file="pardeh-magazines"
              columns={[
                {
                  name: m.titles_name(),
                  kind: 'wide',
                  show: (magazine) => (
                    <Link className="desk-link" href={`/front/magazines/${String(magazine.id)}`}>
                      <bdi>{nameMagazine(magazine)}</bdi>
                    </Link>
                  ),
                  cell: nameMagazine,
                },
                {
                  name: m.print_kind(),
                  show: ({ kind }) => namePrintKind(kind),
                  cell: ({ kind }) => namePrintKind(kind),
                },
                {
                  name: m.payment_state(),
                  show: ({ state }) => {
                    const { tone, text } = describeState(state);
                    return <Badge tone={tone}>{text}</Badge>;
                  },
                  cell: ({ state }) => describeState(state).text,
                },
                {
                  name: m.print_issues(),
                  kind: 'number',
                  show: ({ issues }) => formatNumber(issues),
                  cell: ({ issues }) => issues,
                },
              ]}
            />
            <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
      <PagePreview title={m.preview_title()} note={m.print_preview_note()} path={paths.magazines()} planned={null} />
      {isAdding && (
        <AddMagazineDialog
          onClose={() => {
            setIsAdding(false);
          }}
        />
      )}
    </Screen>
  );
}
