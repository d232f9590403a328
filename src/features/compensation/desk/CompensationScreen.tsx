import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Badge, Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Empty, Loaded, Panel, Screen } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { removeDraft } from '../../../platform/desk/draft-store.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { RULE } from '../cases.ts';
import { getCompensation } from '../desk-contract.ts';
import { DecisionForm, nameDraft } from './DecisionForm.tsx';
import { ProposeDialog } from './ProposeDialog.tsx';
import { ReachPanel } from './ReachPanel.tsx';
import { describeCase, nameFault } from './words.ts';

type Case = Output<typeof getCompensation>['data'];

export function CompensationScreen({ id }: { id: number }) {
  const answer = useCall(getCompensation, { id });
  const mayDecide = usePermissions().includes('compensation.approve');
  const one = answer.data?.data;
  // The form is gone with the decision, before its own answer is told to it.
  const isDecided = one !== undefined && one.state !== 'proposed';
  useEffect(() => {
    if (isDecided) removeDraft(nameDraft(id));
  }, [isDecided, id]);
  return (
    <Screen
      title={one === undefined ? m.compensation_title() : nameFault(one)}
      actions={
        one?.state === 'running' && (
          <Button look="line" onClick={() => void answer.refetch()}>
            {m.compensation_refresh()}
          </Button>
        )
      }
    >
      <Loaded answer={answer}>
        {({ data }) => (
          <div className="desk-columns">
            <CaseFacts data={data} />
            <Panel title={m.compensation_people()}>
              {data.state === 'observed' ? <Empty>{m.compensation_later()}</Empty> : <ReachPanel {...data.reach} />}
              {data.kind === 'plays' && <ForEverybody data={data} />}
            </Panel>
            {data.state === 'proposed' && mayDecide && (
              <Panel title={m.compensation_decide()}>
                <DecisionForm data={data} />
              </Panel>
            )}
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function CaseFacts({ data }: { data: Case }) {
  const { tone, text } = describeCase(data.state);
  const byWhom = (name: string) => (name === '' ? m.compensation_schedule() : <bdi key="who">{nameMember(name)}</bdi>);
  return (
    <Panel title={m.compensation_fault()} actions={<Badge tone={tone}>{text}</Badge>}>
      <Facts
        rows={[
          [m.compensation_from(), <Moment key="from" at={data.starts_at} />],
          [m.compensation_until(), <Moment key="until" at={data.ends_at} />],
          [m.compensation_days(), formatNumber(data.days)],
          [m.compensation_given(), formatNumber(data.given)],
          ...(data.state === 'running'
            ? [
                [
                  m.compensation_progress(),
                  <progress key="bar" value={data.progress} max={1000} aria-label={m.compensation_progress()} />,
                ] as const,
              ]
            : []),
          ...(data.reason === ''
            ? []
            : [
                [
                  data.kind === 'plays' ? m.compensation_counts() : m.reason_label(),
                  <bdi key="reason">{data.reason}</bdi>,
                ] as const,
              ]),
          [m.compensation_proposer(), byWhom(data.proposer)],
          ...(data.decided_at === null
            ? []
            : [
                [m.approval_decider(), data.decider === RULE ? m.compensation_rule() : byWhom(data.decider)] as const,
                [m.compensation_decided(), <Moment key="decided" at={data.decided_at} />] as const,
              ]),
          ...(data.decision_reason === ''
            ? []
            : [[m.approval_why(), <bdi key="why">{data.decision_reason}</bdi>] as const]),
          ...(data.finished_at === null
            ? []
            : [[m.compensation_finished(), <Moment key="finished" at={data.finished_at} />] as const]),
        ]}
      />
    </Panel>
  );
}

/** The counts name nobody: a person decides that all subscribers of the time are meant. */
function ForEverybody({ data }: { data: Case }) {
  const [isOpen, setOpen] = useState(false);
  const [, navigate] = useLocation();
  if (!usePermissions().includes('compensation.propose')) return null;
  return (
    <>
      <Button
        look="line"
        onClick={() => {
          setOpen(true);
        }}
      >
        {m.compensation_everybody()}
      </Button>
      {isOpen && (
        <ProposeDialog
          time={{ from: data.starts_at, until: data.ends_at }}
          onClose={() => {
            setOpen(false);
          }}
          onDone={(id) => {
            navigate(`/compensations/${String(id)}`);
          }}
        />
      )}
    </>
  );
}
