import { useState } from 'react';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { toIso } from '../../../platform/desk/csv.ts';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Moment } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Loaded, Panel, Refusal } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { getCommentRules, setCommentWord, tryCommentWord } from '../moderation-contract.ts';

interface Props {
  words: Output<typeof getCommentRules>['data']['words'];
  builtIn: readonly string[];
  mayWrite: boolean;
}

export function HeldWords({ words, builtIn, mayWrite }: Props) {
  const { value, isStored, change, clear } = useDraft('comment-word', { word: '', reason: '' });
  const { word, reason } = value;
  const [tried, setTried] = useState('');
  const act = useAct(setCommentWord, [getCommentRules]);
  const isReady = word.trim() !== '' && isReason(reason);
  const set = (changed: string, holds: 'yes' | 'no' | 'built_in') => {
    act.mutate(
      { word: changed, holds, reason },
      {
        onSuccess: () => {
          clear();
          setTried('');
        },
      },
    );
  };
  return (
    <Panel title={m.rules_word_list()}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(word.trim());
        }}
      >
        <DraftNote isStored={isStored} clear={clear} />
        <Field
          label={m.rules_word()}
          hint={m.rules_word_hint()}
          dir="auto"
          value={word}
          maxLength={60}
          onChange={(event) => {
            change({ word: event.target.value });
          }}
        />
        <div className="desk-buttons">
          <Button type="submit" look="line" disabled={word.trim() === ''}>
            {m.rules_try()}
          </Button>
        </div>
        {tried !== '' && <Trial word={tried} />}
        {mayWrite && (
          <>
            <ReasonField
              value={reason}
              onChange={(text) => {
                change({ reason: text });
              }}
            />
            <Refusal error={act.error} />
            <div className="desk-buttons">
              <Button
                disabled={!isReady}
                busy={act.isPending}
                onClick={() => {
                  set(word, 'yes');
                }}
              >
                {m.rules_word_hold()}
              </Button>
              <Button
                look="line"
                disabled={!isReady}
                busy={act.isPending}
                onClick={() => {
                  set(word, 'no');
                }}
              >
                {m.rules_word_free()}
              </Button>
            </div>
          </>
        )}
      </form>
      <Table
        label={m.rules_word_list()}
        rows={words}
        getKey={(row) => row.word}
        empty={m.rules_word_none()}
        columns={[
          { name: m.rules_word(), kind: 'wide', show: ({ shown }) => <bdi dir="auto">{shown}</bdi> },
          { name: m.rules_word_does(), show: ({ holds }) => (holds ? m.rules_word_held() : m.rules_word_passes()) },
          { name: m.audit_who(), show: ({ changed_by: by }) => <bdi>{nameMember(by)}</bdi> },
          { name: m.payment_when(), show: ({ changed_at: at }) => <Moment at={at} /> },
          ...(mayWrite
            ? [
                {
                  name: m.rules_word_change(),
                  show: ({ word: stored, shown }: { word: string; shown: string }) => (
                    <Button
                      look="line"
                      disabled={!isReason(reason)}
                      busy={act.isPending}
                      aria-label={m.rules_word_drop_of({ word: shown })}
                      onClick={() => {
                        set(stored, 'built_in');
                      }}
                    >
                      {m.rules_word_drop()}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {words.length > 0 && (
        <CsvButton
          name="pardeh-words"
          header={[m.rules_word(), m.rules_word_does(), m.audit_who(), m.payment_when()]}
          getRows={() =>
            words.map((row) => [
              ...[row.shown, row.holds ? m.rules_word_held() : m.rules_word_passes()],
              ...[nameMember(row.changed_by), toIso(row.changed_at)],
            ])
          }
        />
      )}
      <details>
        <summary>{m.rules_built_in({ number: formatNumber(builtIn.length) })}</summary>
        <p className="desk-words" dir="auto">
          {builtIn.join('، ')}
        </p>
      </details>
    </Panel>
  );
}

/** The word on comments that are there: a short one is found inside many harmless texts. */
function Trial({ word }: { word: string }) {
  const answer = useCall(tryCommentWord, { word });
  return (
    <Loaded answer={answer}>
      {({ data }) => (
        <div role="status">
          <p>{m.rules_tried({ number: formatNumber(data.matched), all: formatNumber(data.looked_at) })}</p>
          <ul className="desk-samples">
            {data.newest.map(({ id, text }) => (
              <li key={id} className="desk-words" dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  );
}
