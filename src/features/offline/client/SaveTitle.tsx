import { useEffect, useId, useState } from 'react';
import type { EntitlementAnswer } from '../../paywall/contract.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import type { SavedTitle } from '../saved-title.ts';
import { formatDate, formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { canSave, followSaved, forgetSaved, freeSpace, saveTitle } from './saved.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { sizeText } from '../../../platform/ui/size-text.ts';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { formatHourlyData } from '../../data-cost/client/DataMeter.tsx';
import { canUseMediaSource } from '@pardeh/hls/media-source';
import css from './save-title.css?inline';

interface Props {
  kind: TitleKind;
  id: number;
  play: NonNullable<EntitlementAnswer['play']>;
}

export function SaveTitle({ kind, id, play }: Props) {
  const { offline_until: until, renditions } = play;
  if (play.protected && canSave(kind)) return <p className="muted">{m.saved_protected()}</p>;
  if (until === null || renditions.length === 0 || !canSave(kind) || !canUseMediaSource()) return null;
  return <Saving kind={kind} id={id} renditions={renditions} until={until} />;
}

interface SavingProps extends Omit<Props, 'play'> {
  renditions: NonNullable<EntitlementAnswer['play']>['renditions'];
  until: number;
}

function Saving({ kind, id, renditions, until }: SavingProps) {
  const [saved, setSaved] = useState<SavedTitle | null>();
  useEffect(() => followSaved(kind, id, setSaved), [kind, id]);
  const field = useId();
  const [height, setHeight] = useState(renditions[0]?.height ?? 0);
  useStyles(css);

  const begin = async (chosenHeight: number) => {
    setSaved(undefined);
    await saveTitle(kind, id, chosenHeight);
  };
  const forget = async () => {
    await forgetSaved(kind, id);
    setSaved(null);
  };
  return (
    <section className="save-title" aria-labelledby="save-title">
      <h3 id="save-title">{m.saved_heading()}</h3>
      {saved === null && (
        <>
          <p className="muted">{m.saved_text({ date: formatDate(until) })}</p>
          <div className="save-title-quality">
            <label htmlFor={field}>{m.player_quality()}</label>
            <select id={field} value={height} onChange={(event) => setHeight(Number(event.currentTarget.value))}>
              {renditions.map((rendition) => (
                <option key={rendition.height} value={rendition.height}>
                  {m.player_quality_data({
                    height: String(rendition.height),
                    data: formatHourlyData(rendition.bandwidth),
                  })}
                </option>
              ))}
            </select>
          </div>
          <FreeSpace />
          <Button onClick={() => void begin(height)}>{m.saved_start()}</Button>
        </>
      )}
      {saved && <State saved={saved} onForget={() => void forget()} onAgain={() => void begin(saved.height)} />}
      {saved === undefined && <p role="status">{m.saved_beginning()}</p>}
    </section>
  );
}

function FreeSpace() {
  const [free, setFree] = useState<number | null>(null);
  useEffect(() => void freeSpace().then(setFree), []);
  return free !== null && <p className="muted">{m.saved_free({ size: sizeText(free) })}</p>;
}

interface StateProps {
  saved: SavedTitle;
  onForget: () => void;
  onAgain: () => void;
}

function State({ saved, onForget, onAgain }: StateProps) {
  const { state, why, files, done, bytes, until } = saved;
  const size = sizeText(bytes);
  if (state === 'saved') {
    return (
      <>
        <p role="status">{m.saved_done({ size, date: formatDate(until) })}</p>
        <Button look="line" onClick={onForget}>
          {m.saved_delete()}
        </Button>
      </>
    );
  }
  const share = files === 0 ? 0 : done / files;
  const text = why && { network: m.saved_network(), space: m.saved_space(), refused: m.saved_refused() }[why];
  return (
    <>
      <progress value={share} max={1} aria-label={m.saved_heading()} />
      <p role={why ? 'alert' : undefined}>{text ?? m.saved_progress({ percent: formatNumber(share * 100), size })}</p>
      <div className="save-title-buttons">
        {why && <Button onClick={onAgain}>{m.saved_again()}</Button>}
        <Button look="line" onClick={onForget}>
          {m.saved_cancel()}
        </Button>
      </div>
    </>
  );
}
