import { useState } from 'react';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { TitleFiles } from '../../ingest/desk/TitleFiles.tsx';
import { getDeskTitle } from '../contract.ts';
import { LeaseNote } from './LeaseNote.tsx';
import { TitleArt } from './art/TitleArt.tsx';
import { EpisodesLink } from './series/EpisodesLink.tsx';
import { TitleForm } from './TitleForm.tsx';
import { HideDialog, PublishDialog } from './PublishDialog.tsx';
import { PlannedPublication, TitleActs, TitleNote, type TitleAct } from './TitleHead.tsx';
import { TitleHistory } from './TitleHistory.tsx';
import { TitlePricePanel } from './TitlePricePanel.tsx';
import { TitlePreview } from './TitlePreview.tsx';

export function TitleScreen({ id }: { id: number }) {
  const answer = useCall(getDeskTitle, { id });
  const title = answer.data?.data;
  const mayWrite = usePermissions().includes('titles.write');
  const [act, setAct] = useState<TitleAct | null>(null);
  const close = () => {
    setAct(null);
  };
  return (
    <Screen
      title={(getLocale() === 'fa' ? title?.values.name_fa : title?.values.name_en) ?? m.titles_title()}
      note={title && <TitleNote title={title} />}
      actions={title && <TitleActs title={title} open={setAct} />}
    >
      <Loaded answer={answer}>
        {({ data }) => (
          <div className="desk-stack">
            {mayWrite && <LeaseNote key={id} id={id} />}
            <PlannedPublication title={data} />
            {data.kind === 'series' && <EpisodesLink id={id} />}
            <TitleForm title={data} />
            <TitlePricePanel title={data} />
            <TitleArt title={data} />
            <TitlePreview title={data} />
            <TitleFiles id={id} kind={data.kind} />
            <TitleHistory title={data} />
          </div>
        )}
      </Loaded>
      {title && (act === 'publish' || act === 'plan') && (
        <PublishDialog title={title} isPlan={act === 'plan'} onClose={close} />
      )}
      {title && act === 'hide' && <HideDialog title={title} onClose={close} />}
    </Screen>
  );
}
