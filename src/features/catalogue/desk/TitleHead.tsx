import { Badge, Moment } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { getDeskTitle, listDeskTitles, withdrawPublication, type DeskTitle } from '../contract.ts';
import { describeState, nameKind, nameSeries } from './words.ts';

export type TitleAct = 'publish' | 'plan' | 'hide';

/** Publishing, planning and hiding; saving is the form's own button. */
export function TitleActs({ title, open }: { title: DeskTitle; open: (act: TitleAct) => void }) {
  if (!usePermissions().includes('titles.publish')) return null;
  const show = (act: TitleAct, label: string, look?: 'line') => (
    <Button
      {...(look && { look })}
      onClick={() => {
        open(act);
      }}
    >
      {label}
    </Button>
  );
  const isHidden = title.hidden_by === 'desk';
  return (
    <>
      {isHidden && show('publish', m.publish_now())}
      {isHidden && show('plan', title.publication ? m.publish_replan() : m.publish_plan(), 'line')}
      {title.hidden_by === null && show('hide', m.title_hide(), 'line')}
    </>
  );
}

export function TitleNote({ title }: { title: DeskTitle }) {
  const { tone, text } = describeState(title.state);
  return (
    <>
      {nameKind(title.kind)} {formatPlain(title.id)} {title.series_fa !== null && <bdi>{nameSeries(title)}</bdi>}{' '}
      <Badge tone={tone}>{text}</Badge> {title.hidden_by === 'file' && m.title_hidden_file()}
      {title.hidden_by === 'series' && m.title_hidden_series()}
    </>
  );
}

export function PlannedPublication({ title: { id, publication } }: { title: DeskTitle }) {
  const act = useAct(withdrawPublication, [getDeskTitle, listDeskTitles], [getDeskTitle]);
  const mayPublish = usePermissions().includes('titles.publish');
  if (publication === null) return null;
  const { starts_at: at, needs_file: needsFile, operator, reason } = publication;
  return (
    <div className="desk-bulk">
      <p>
        {m.publish_planned()} <Moment at={at} /> {needsFile && `${m.publish_waits_file()} `}
        <span className="desk-note">
          <bdi>{nameMember(operator)}</bdi> {reason !== '' && <bdi dir="auto">{reason}</bdi>}
        </span>
      </p>
      {mayPublish && (
        <Button
          look="line"
          busy={act.isPending}
          onClick={() => {
            act.mutate({ id });
          }}
        >
          {m.publish_withdraw()}
        </Button>
      )}
      <Refusal error={act.error} />
    </div>
  );
}
