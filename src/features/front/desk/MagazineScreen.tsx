import { Link } from 'wouter';
import { Badge } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Loaded, Panel, Screen } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { PagePreview } from '../../catalogue/desk/PagePreview.tsx';
import { describeState } from '../../catalogue/desk/words.ts';
import { getDeskMagazine, type DeskMagazine } from '../magazines-contract.ts';
import { IssuesPanel } from './IssuesPanel.tsx';
import { MagazineCover } from './MagazineCover.tsx';
import { MagazineForm } from './MagazineForm.tsx';
import { MagazineState } from './MagazineState.tsx';
import { nameMagazine } from './print-words.ts';

export function MagazineScreen({ id }: { id: number }) {
  const answer = useCall(getDeskMagazine, { id }, { isFresh: true });
  const magazine = answer.data?.data;
  return (
    <Screen
      title={magazine === undefined ? m.print_one() : nameMagazine(magazine)}
      note={
        <>
          <Link className="desk-link" href="/front/magazines">
            {m.print_back()}
          </Link>{' '}
          {magazine !== undefined && <SiteLink magazine={magazine} />}
        </>
      }
    >
      <Loaded answer={answer}>{({ data }) => <Magazine magazine={data} />}</Loaded>
    </Screen>
  );
}

function SiteLink({ magazine: { slug, state } }: { magazine: DeskMagazine }) {
  const { tone, text } = describeState(state);
  return (
    <>
      {state === 'released' && (
        <a className="desk-link" href={paths.channel(slug)} target="_blank" rel="noreferrer">
          {m.front_list_page()}
        </a>
      )}{' '}
      <Badge tone={tone}>{text}</Badge>
    </>
  );
}

function Magazine({ magazine }: { magazine: DeskMagazine }) {
  const mayWrite = usePermissions().includes('front.write');
  return (
    <div className="desk-stack">
      {magazine.kind !== 'studio' && <IssuesPanel magazine={magazine} mayWrite={mayWrite} />}
      <MagazineForm magazine={magazine} mayWrite={mayWrite} />
      <Panel title={m.print_cover()}>
        <MagazineCover magazine={magazine} mayWrite={mayWrite} />
      </Panel>
      {mayWrite && (
        <Panel title={m.print_publication()}>
          <MagazineState magazine={magazine} />
        </Panel>
      )}
      <PagePreview
        title={m.preview_title()}
        note={m.print_preview_note()}
        path={paths.channel(magazine.slug)}
        planned={null}
      />
    </div>
  );
}
