import { Link } from 'wouter';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { paths } from '../../../platform/paths.ts';
import { PagePreview } from '../../catalogue/desk/PagePreview.tsx';
import { getChannelWeek } from '../weeks-contract.ts';
import { ChannelPanels } from './ChannelPanels.tsx';
import { WeekForm } from './WeekForm.tsx';

export function WeekScreen({ id }: { id: number }) {
  const answer = useCall(getChannelWeek, { id }, { isFresh: true });
  const week = answer.data?.data;
  return (
    <Screen
      title={week === undefined ? m.weeks_title() : m.weeks_of({ name: nameIn(getLocale(), week) })}
      note={
        <>
          <Link className="desk-link" href="/front/channels">
            {m.weeks_back()}
          </Link>{' '}
          {week?.external === true && m.weeks_external_note()}
        </>
      }
    >
      <Loaded answer={answer}>
        {({ data }) => (
          <div className="desk-stack">
            <WeekForm week={data} />
            <ChannelPanels id={id} />
            <PagePreview title={m.preview_title()} note={m.preview_note()} path={paths.live(id)} planned={null} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}
