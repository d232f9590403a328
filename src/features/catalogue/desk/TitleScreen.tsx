import { Badge } from '../../../platform/desk/Parts.tsx';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { getDeskTitle, type DeskTitle } from '../contract.ts';
import { TitleForm } from './TitleForm.tsx';
import { TitleHistory } from './TitleHistory.tsx';
import { describeState, nameKind, nameSeries } from './words.ts';

export function TitleScreen({ id }: { id: number }) {
  const answer = useCall(getDeskTitle, { id });
  const title = answer.data?.data;
  return (
    <Screen
      title={(getLocale() === 'fa' ? title?.values.name_fa : title?.values.name_en) ?? m.titles_title()}
      note={title && <TitleNote title={title} />}
    >
      <Loaded answer={answer}>
        {({ data }) => (
          <div className="desk-stack">
            <TitleForm title={data} />
            <TitleHistory title={data} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function TitleNote({ title }: { title: DeskTitle }) {
  const { tone, text } = describeState(title.state);
  return (
    <>
      {nameKind(title.kind)} {formatPlain(title.id)} {title.series_fa !== null && <bdi>{nameSeries(title)}</bdi>}{' '}
      <Badge tone={tone}>{text}</Badge>
    </>
  );
}
