import { useState } from 'react';
import { Link } from 'wouter';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Badge } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { describeState } from '../../catalogue/desk/words.ts';
import { listDeskChannels } from '../weeks-contract.ts';
import { AddChannelDialog } from './AddChannelDialog.tsx';

export function ChannelsScreen() {
  const answer = useCall(listDeskChannels, {});
  const mayWrite = usePermissions().includes('front.write');
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Screen
      title={m.weeks_title()}
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
            {m.channel_make()}
          </Button>
        )
      }
    >
      <Loaded answer={answer}>
        {({ data }) => (
          <>
            <Table
              label={m.weeks_title()}
              rows={data}
              getKey={({ id }) => id}
              empty={m.weeks_none()}
              columns={[
                {
                  name: m.weeks_channel(),
                  kind: 'wide',
                  show: (channel) => (
                    <Link className="desk-link" href={`/front/channels/${String(channel.id)}`}>
                      <bdi>{nameIn(getLocale(), channel)}</bdi>
                    </Link>
                  ),
                },
                {
                  name: m.payment_state(),
                  show: ({ state }) => {
                    const { tone, text } = describeState(state);
                    return <Badge tone={tone}>{text}</Badge>;
                  },
                },
                { name: m.weeks_source(), show: nameSource },
                { name: m.weeks_programmes(), kind: 'number', show: ({ programmes }) => formatNumber(programmes) },
                {
                  name: m.weeks_findings(),
                  show: ({ findings }) =>
                    findings === 0 ? (
                      <Badge tone="good">{m.weeks_full()}</Badge>
                    ) : (
                      <Badge tone="bad">{m.weeks_count({ count: formatNumber(findings) })}</Badge>
                    ),
                },
              ]}
            />
            {data.length > 0 && (
              <CsvButton
                name="pardeh-channels"
                header={[
                  ...[m.payment_number(), m.weeks_channel(), m.payment_state(), m.weeks_source()],
                  ...[m.weeks_programmes(), m.weeks_findings()],
                ]}
                getRows={() =>
                  data.map((channel) => [
                    ...[
                      channel.id,
                      nameIn(getLocale(), channel),
                      describeState(channel.state).text,
                      nameSource(channel),
                    ],
                    ...[channel.programmes, channel.findings],
                  ])
                }
              />
            )}
          </>
        )}
      </Loaded>
      {isAdding && (
        <AddChannelDialog
          onClose={() => {
            setIsAdding(false);
          }}
        />
      )}
    </Screen>
  );
}

const nameSource = ({ external }: { external: boolean }) => (external ? m.weeks_external() : m.weeks_own());
