import { useState } from 'react';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Moment } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Loaded, Panel, Refusal, Screen } from '../../../platform/desk/Screen.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import type { HoldRule } from '../comments.ts';
import { getCommentRules, setCommentRules } from '../moderation-contract.ts';
import { HeldWords } from './HeldWords.tsx';

/** Rules that are chosen together; `none` is their absence. */
const CHOICES = [
  ['words', m.rules_words],
  ['links', m.rules_links],
  ['first', m.rules_first],
  ['all', m.rules_all],
] as const satisfies readonly (readonly [HoldRule, () => string])[];

type Rules = Output<typeof getCommentRules>['data'];

export function HoldRulesScreen() {
  const answer = useCall(getCommentRules, {});
  const mayWrite = usePermissions().includes('comments.rules');
  return (
    <Screen title={m.rules_title()} note={m.rules_note()}>
      <Loaded answer={answer}>
        {({ data }) => (
          <div className="desk-columns">
            <RuleForm key={data.rev} data={data} mayWrite={mayWrite} reload={() => void answer.refetch()} />
            <HeldWords words={data.words} builtIn={data.built_in} mayWrite={mayWrite} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

interface FormProps {
  data: Rules;
  mayWrite: boolean;
  /** After a refusal: somebody else may have set them. */
  reload: () => void;
}

function RuleForm({ data, mayWrite, reload }: FormProps) {
  const [chosen, setChosen] = useState<readonly HoldRule[]>(data.rules.filter((rule) => rule !== 'none'));
  const { value, isStored, change, clear } = useDraft('comment-rules', { reason: '' });
  const { reason } = value;
  const act = useAct(setCommentRules, [getCommentRules]);
  const isAll = chosen.includes('all');
  return (
    <Panel title={m.rules_when()}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          const rules: HoldRule[] = chosen.length === 0 ? ['none'] : [...chosen];
          act.mutate({ rules, rev: data.rev, reason }, { onSuccess: clear, onError: reload });
        }}
      >
        <fieldset className="desk-checks desk-checks-long" disabled={!mayWrite}>
          <legend>{m.rules_hold()}</legend>
          {CHOICES.map(([rule, name]) => (
            <label key={rule}>
              <input
                type="checkbox"
                disabled={isAll && rule !== 'all'}
                checked={isAll || chosen.includes(rule)}
                onChange={({ target: { checked } }) => {
                  setChosen(checked ? [...chosen, rule] : chosen.filter((other) => other !== rule));
                }}
              />
              <span>{name()}</span>
            </label>
          ))}
        </fieldset>
        <p className="desk-note" role="status">
          {chosen.length === 0 ? m.rules_none() : m.rules_reports()}
        </p>
        <p className="desk-note">
          {data.is_set ? (
            <>
              {m.rules_set_by()} <bdi>{nameMember(data.changed_by)}</bdi> · <Moment at={data.changed_at} />
            </>
          ) : (
            m.rules_setting()
          )}
        </p>
        {mayWrite && (
          <>
            <DraftNote isStored={isStored} clear={clear} />
            <ReasonField
              value={reason}
              onChange={(text) => {
                change({ reason: text });
              }}
            />
            <Refusal error={act.error} />
            <Button type="submit" disabled={!isReason(reason)} busy={act.isPending}>
              {m.rules_save()}
            </Button>
          </>
        )}
      </form>
    </Panel>
  );
}
