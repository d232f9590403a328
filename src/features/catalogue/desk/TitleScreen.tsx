import { useState } from 'react';
import { Badge } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { getDeskTitle, type DeskTitle } from '../contract.ts';
import { PublishDialog } from './PublishDialog.tsx';
import { TitleForm } from './TitleForm.tsx';
import { TitleHistory } from './TitleHistory.tsx';
import { describeState, nameKind, nameSeries } from './words.ts';

export function TitleScreen({ id }: { id: number }) {
  const answer = useCall(getDeskTitle, { id });
  const title = answer.data?.data;
  const [isPublishing, setPublishing] = useState(false);
  const mayPublish = usePermissions().includes('titles.publish');
  return (
    <Screen
      title={(getLocale() === 'fa' ? title?.values.name_fa : title?.values.name_en) ?? m.titles_title()}
      note={title && <TitleNote title={title} />}
      actions={
        title &&
        mayPublish &&
        (title.hidden_by === null || title.hidden_by === 'desk') && (
          <Button
            look="line"
            onClick={() => {
              setPublishing(true);
            }}
          >
            {title.hidden_by === null ? m.title_hide() : m.title_show()}
          </Button>
        )
      }
    >
      <Loaded answer={answer}>
        {({ data }) => (
          <div className="desk-stack">
            <TitleForm title={data} />
            <TitleHistory title={data} />
          </div>
        )}
      </Loaded>
      {title && isPublishing && (
        <PublishDialog
          title={title}
          onClose={() => {
            setPublishing(false);
          }}
        />
      )}
    </Screen>
  );
}

function TitleNote({ title }: { title: DeskTitle }) {
  const { tone, text } = describeState(title.state);
  return (
    <>
      {nameKind(title.kind)} {formatPlain(title.id)} {title.series_fa !== null && <bdi>{nameSeries(title)}</bdi>}{' '}
      <Badge tone={tone}>{text}</Badge> {title.hidden_by === 'file' && m.title_hidden_file()}
      {title.hidden_by === 'series' && m.title_hidden_series()}
    </>
  );
}
