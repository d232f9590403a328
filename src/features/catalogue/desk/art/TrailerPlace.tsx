import { Refusal } from '../../../../platform/desk/Screen.tsx';
import { useAct } from '../../../../platform/desk/use-call.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import { getTitleArt, removeTrailer } from '../../art-contract.ts';
import { getDeskTitle } from '../../contract.ts';

interface Props {
  id: number;
  trailer: string | null;
  mayWrite: boolean;
}

/** Says that a title has a trailer or none, and removes it. A new one is sent as a film file. */
export function TrailerPlace({ id, trailer, mayWrite }: Props) {
  const remove = useAct(removeTrailer, [getTitleArt, getDeskTitle], [getTitleArt]);
  return (
    <section className="desk-place" aria-label={m.art_trailer()}>
      <h3>{m.art_trailer()}</h3>
      {trailer === null ? <p className="desk-note">{m.art_trailer_none()}</p> : <p>{m.art_trailer_there()}</p>}
      {mayWrite && <p className="desk-note">{m.art_trailer_note()}</p>}
      <Refusal error={remove.error} />
      {mayWrite && trailer !== null && (
        <div className="desk-buttons">
          <Button
            look="link"
            aria-label={m.art_remove_of({ name: m.art_trailer() })}
            busy={remove.isPending}
            onClick={() => {
              remove.mutate({ id, seen: trailer });
            }}
          >
            {m.art_remove()}
          </Button>
        </div>
      )}
    </section>
  );
}
