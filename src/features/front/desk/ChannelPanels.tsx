import * as v from 'valibot';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { Badge } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Loaded, Panel } from '../../../platform/desk/Screen.tsx';
import { TrailLink } from '../../../platform/desk/TrailLink.tsx';
import { useAct, useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { usePictureUpload } from '../../catalogue/desk/art/use-upload.ts';
import { nameAccess } from '../../catalogue/desk/field-texts.ts';
import { describeState } from '../../catalogue/desk/words.ts';
import { PRINT_STATES } from '../../magazines/contract.ts';
import * as calls from '../channels-contract.ts';
import { getChannelWeek, listDeskChannels } from '../weeks-contract.ts';
import { channelDraft, readChannelDraft, toChannelDraft } from './channel-draft.ts';
import { ChannelFields } from './ChannelFields.tsx';
import { CoverPlace } from './CoverPlace.tsx';
import { FrontHistory } from './FrontHistory.tsx';
import { PrintState } from './PrintState.tsx';
import { SaveBar } from './SaveBar.tsx';
import { usePartDraft } from './use-part-draft.ts';

const CHANGES = [calls.getDeskChannel, getChannelWeek, listDeskChannels];
const CHECKS = [calls.getDeskChannel];

/** A live channel beside its week: facts, logo and whether visitors see it. */
export function ChannelPanels({ id }: { id: number }) {
  const answer = useCall(calls.getDeskChannel, { id }, { isFresh: true });
  const mayWrite = usePermissions().includes('front.write');
  return (
    <Loaded answer={answer}>
      {({ data }) => (
        <>
          <FactsPanel channel={data} mayWrite={mayWrite} />
          <Panel title={m.channel_logo()}>
            <Logo channel={data} mayWrite={mayWrite} />
          </Panel>
          {mayWrite && <StatePanel channel={data} />}
        </>
      )}
    </Loaded>
  );
}

interface Props {
  channel: calls.DeskChannel;
  mayWrite: boolean;
}

function FactsPanel({ channel, mayWrite }: Props) {
  const { id, rev, changes, state } = channel;
  const edits = usePartDraft(`channel:${String(id)}`, channelDraft, { rev, value: toChannelDraft(channel) });
  const save = useAct(calls.saveChannel, CHANGES, CHECKS);
  const faults = save.error instanceof CallError ? save.error.error.errors : {};
  const facts = readChannelDraft(edits.value);
  return (
    <Panel title={m.channel_facts()} actions={<TrailLink subject={`front:channel:${String(id)}`} />}>
      <fieldset className="desk-form desk-fields" disabled={!mayWrite || save.isPending}>
        <DraftNote isStored={edits.isStored} clear={edits.clear} />
        <ChannelFields
          draft={edits.value}
          faults={faults}
          change={(part) => {
            save.reset();
            edits.change({ ...edits.value, ...part });
          }}
        />
      </fieldset>
      {mayWrite && (
        <SaveBar
          {...{ edits, act: save, isReady: facts !== null, isHidden: state !== 'released' }}
          theirs={<span className="desk-words">{describeChannel(JSON.stringify(channel))}</span>}
          save={() => {
            if (facts !== null) save.mutate({ id, rev: edits.rev, ...facts }, { onSuccess: edits.clear });
          }}
        />
      )}
      <FrontHistory label={m.channel_changes()} changes={changes} describe={describeChannel} />
    </Panel>
  );
}

function Logo({ channel: { id, rev, art }, mayWrite }: Props) {
  const upload = usePictureUpload(calls.uploadChannelLogo, 'logo', CHANGES, CHECKS);
  const remove = useAct(calls.removeChannelLogo, CHANGES, CHECKS);
  return (
    <CoverPlace
      {...{ kind: 'logo', art, cover: art, mayWrite, upload, remove }}
      onFile={(file, name) => {
        upload.mutate({ file, name, input: { id, rev } });
      }}
      onRemove={() => {
        remove.mutate({ id, rev });
      }}
    />
  );
}

function StatePanel({ channel: { id, rev, state } }: Pick<Props, 'channel'>) {
  const publish = useAct(calls.publishChannel, CHANGES, CHECKS);
  const hide = useAct(calls.hideChannel, CHANGES, CHECKS);
  const isShown = state === 'released';
  const { tone, text } = describeState(state);
  return (
    <Panel title={m.print_publication()} actions={<Badge tone={tone}>{text}</Badge>}>
      <p className="desk-note">{isShown ? m.channel_hide_note() : m.channel_publish_note()}</p>
      <PrintState
        form={`channel-state:${String(id)}`}
        state={state}
        act={isShown ? hide : publish}
        publish={(reason, _at, done) => {
          publish.mutate({ id, rev, reason }, { onSuccess: done });
        }}
        hide={(reason, done) => {
          hide.mutate({ id, rev, reason }, { onSuccess: done });
        }}
      />
    </Panel>
  );
}

const storedChannel = v.object({
  ...channelDraft.entries,
  stream_url: v.nullable(v.string()),
  art: v.nullable(v.string()),
  state: v.picklist(PRINT_STATES),
});

function describeChannel(text: string): string {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), storedChannel), text);
  if (!result.success) return '';
  const { name_fa: persian, name_en: english, synopsis_fa: textFa, synopsis_en: textEn, ...rest } = result.output;
  const logo = `${m.channel_logo()}: ${rest.art === null ? m.art_none() : rest.art.slice(-6)}`;
  const facts = [rest.stream_url ?? m.weeks_own(), nameAccess(rest.access), logo, describeState(rest.state).text];
  return [persian, english, textFa, textEn, ...facts].join('\n');
}
